/**
 * Photographs of hands that are not settled yet, and of sets that are not enrolled yet, kept on this device
 * with what was read in them: a reload, an empty battery or a telephone call loses none.
 */

import { isMentioned } from "./stored.js";

const STORE = "pictures";
/** Pictures of which so many of the newest are kept; older ones only where something begun needs them. */
const NEWEST = 24;
const known = new Map(); // name → {blob, blobs, url, reading, choice, winAsked, learnAsked, learnt}

const opened = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open("companion", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "name" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const asked = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Only what is committed outlives a reload; a request that succeeded may yet be lost with the page. */
const committed = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });

async function stored(mode, action) {
  try {
    const transaction = (await opened()).transaction(STORE, mode);
    const [answer] = await Promise.all([action(transaction.objectStore(STORE)), committed(transaction)]);
    return answer;
  } catch (refused) {
    return undefined; // a private window keeps nothing; the picture lives as long as the page
  }
}

/** What a picture shows that nobody has read. */
const NOTHING = { image: { width: 1, height: 1 }, tiles: [], warnings: [] };

/**
 * A photograph as the hand editor takes it; reading: null where it is not read.
 * @param {Blob} blob
 * @param {any} reading
 */
export const pictureOf = (blob, reading = NOTHING) => ({
  blob,
  blobs: [blob],
  url: URL.createObjectURL(blob),
  reading,
  choice: 0,
  winAsked: false,
  learnAsked: false,
  learnt: [], // {name, example, tile, code}: by which set, as which example, from which tile
});

/** A form to send with these photographs, as every call takes them. */
export function formWith(/** @type {Blob[]} */ ...blobs) {
  const form = new FormData();
  for (const blob of blobs) form.append("photo", blob, blob instanceof File ? blob.name : "photo.jpg");
  return form;
}

/** The photograph of this name, undefined where it is not on this device. */
export const picture = (name) => known.get(name);

/** Keep a photograph under a name of its own. It is known at once; resolves when it outlives a reload. */
export async function keepPicture(name, photo) {
  known.set(name, photo);
  await stored("readwrite", async (store) => {
    await asked(store.put({ ...photo, name, at: Date.now() }));
    const all = await asked(store.getAll());
    const old = all.sort((a, b) => b.at - a.at).slice(NEWEST);
    for (const one of old) if (!isMentioned(one.name)) store.delete(one.name);
  });
}

/** Load what this device has of these photographs; resolves once they are known. */
export async function loadPictures(names) {
  for (const name of names) {
    if (!name || known.has(name)) continue;
    const kept = await stored("readonly", (store) => asked(store.get(name)));
    if (kept) known.set(name, { ...kept, url: URL.createObjectURL(kept.blob) });
  }
}

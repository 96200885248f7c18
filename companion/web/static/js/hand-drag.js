/** Dragging a tile from one group to another, with a finger, a pen or a mouse. */

const HOLD_MS = 220;
const APART_PX = 8;

/**
 * Tiles are elements with data-tile (an id), targets elements with data-drop. ondrop gets the
 * tile's id and the target's data-drop. A finger has to rest on a tile first, so that it can still
 * scroll; a mouse drags at once. A tap stays a tap.
 */
export function draggable(area, ondrop) {
  let drag = null; // {id, tile, ghost, from, timer, on}

  const targetAt = ({ clientX, clientY }) =>
    /** @type {HTMLElement} */ (document.elementFromPoint(clientX, clientY)?.closest("[data-drop]"));

  function lift(event) {
    const ghost = drag.tile.cloneNode(true);
    const { width, left, top } = drag.tile.getBoundingClientRect();
    ghost.classList.add("ghost");
    ghost.removeAttribute("data-tile");
    ghost.style.setProperty("--tile", `${width}px`);
    drag.offset = { x: event.clientX - left, y: event.clientY - top };
    drag.ghost = ghost;
    drag.tile.classList.add("lifted");
    area.classList.add("dragging");
    area.setPointerCapture(event.pointerId);
    // In a dialog the ghost has to be in the top layer too.
    (area.closest("dialog") ?? document.body).append(ghost);
    follow(event);
  }

  function follow(event) {
    drag.ghost.style.left = `${event.clientX - drag.offset.x}px`;
    drag.ghost.style.top = `${event.clientY - drag.offset.y}px`;
    const target = targetAt(event);
    for (const one of area.querySelectorAll(".over")) if (one !== target) one.classList.remove("over");
    target?.classList.add("over");
  }

  function end() {
    clearTimeout(drag.timer);
    drag.ghost?.remove();
    drag.tile.classList.remove("lifted");
    area.classList.remove("dragging");
    for (const one of area.querySelectorAll(".over")) one.classList.remove("over");
    drag = null;
  }

  area.addEventListener("pointerdown", (event) => {
    const tile = event.target.closest("[data-tile]");
    if (!tile || event.button !== 0 || drag) return;
    drag = { id: tile.dataset.tile, tile, from: event, pointer: event.pointerId, timer: 0 };
    if (event.pointerType === "touch") drag.timer = setTimeout(() => lift(event), HOLD_MS);
  });
  area.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (drag.ghost) {
      follow(event);
      return;
    }
    if (Math.hypot(event.clientX - drag.from.clientX, event.clientY - drag.from.clientY) < APART_PX) return;
    if (event.pointerType === "touch") end();
    else lift(event);
  });
  area.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { id, ghost } = drag;
    const target = ghost && targetAt(event);
    end();
    if (!ghost) return;
    // The click that follows, where one does, belongs to the drag.
    const swallow = (click) => {
      click.stopPropagation();
      click.preventDefault();
    };
    addEventListener("click", swallow, { capture: true });
    setTimeout(() => {
      removeEventListener("click", swallow, { capture: true });
      if (target && area.contains(target)) ondrop(id, target.dataset.drop);
    });
  });
  area.addEventListener("pointercancel", () => drag && end());
  // The browser's own dragging of pictures would take the pointer away.
  area.addEventListener("dragstart", (event) => event.preventDefault());
  // Scrolling would take the finger away from a tile that is lifted already.
  area.addEventListener(
    "touchmove",
    (event) => {
      if (drag?.ghost) event.preventDefault();
    },
    { passive: false },
  );
  area.addEventListener("contextmenu", (event) => {
    if (drag?.ghost) event.preventDefault();
  });
}

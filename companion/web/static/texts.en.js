/** Every text of the pages. A language is a copy of this file with the words changed. */

export default {
  "name": "Mah-Jongg Companion",
  "close": "Close", "cancel": "Cancel", "done": "Done", "back": "Back",

  "page.index": "Welcome", "page.photo": "Photograph a hand", "page.evenings": "Evenings", "page.new": "A new evening", "page.table": "The table", "page.sheet": "Score sheet", "page.rules": "Rules and aids", "page.statistics": "Players", "page.join": "Join the table", "page.problem": "Something is in the way",
  "nav.label": "Pages", "nav.skip": "Skip to the page", "nav.photo": "Photograph", "nav.evenings": "Evenings", "nav.rules": "Rules", "nav.statistics": "Players", "nav.light": "Change to daylight colours", "nav.dark": "Change to lamplight colours",

  "error.server": "The server answered with error {status}; try again.",
  "error.offline": "The server cannot be reached. Is this device on the same network, and is the companion running?",
  "error.unexpected": "Something went wrong on this page. Reload it; nothing that was settled is lost.",

  "pin.title": "Scorekeeper's PIN", "pin.why": "Anyone may watch. To change the game, enter the PIN that the companion showed when it was started.", "pin.field": "PIN", "pin.enter": "Enter as scorekeeper", "pin.lock": "Scorekeeper", "pin.unlock": "Watching only",

  "tile.m": "{n} characters", "tile.p": "{n} dots", "tile.s": "{n} bamboo",
  "tile.1z": "East wind", "tile.2z": "South wind", "tile.3z": "West wind", "tile.4z": "North wind",
  "tile.5z": "White dragon", "tile.6z": "Green dragon", "tile.7z": "Red dragon",
  "tile.1f": "Flower 1, plum", "tile.2f": "Flower 2, orchid", "tile.3f": "Flower 3, chrysanthemum", "tile.4f": "Flower 4, bamboo",
  "tile.5f": "Season 1, spring", "tile.6f": "Season 2, summer", "tile.7f": "Season 3, autumn", "tile.8f": "Season 4, winter",
  "tile.1x": "Cat", "tile.2x": "Mouse", "tile.3x": "Cock", "tile.4x": "Worm", "tile.5x": "Man", "tile.6x": "Bag of gold", "tile.7x": "Fisherman", "tile.8x": "Fish",
  "tile.0z": "Tile face down",
  "suit.m": "Characters, wan", "suit.p": "Dots, tung", "suit.s": "Bamboo, tiao", "suit.z": "Winds and dragons", "suit.f": "Flowers and seasons", "suit.x": "Special tiles",
  "wind.E": "East", "wind.S": "South", "wind.W": "West", "wind.N": "North",
  "wind.char.E": "東", "wind.char.S": "南", "wind.char.W": "西", "wind.char.N": "北",

  "photo.title": "Photograph a hand", "photo.take": "Take a photograph", "photo.again": "Another photograph", "photo.choose": "Choose a picture", "photo.hint": "Lay the hand out in rows, near the camera. Or put it together by tapping, below.",
  "photo.live": "The hand in view", "photo.camera-app": "Use the camera app", "photo.apart": "Winning tile lies apart", "photo.shoot": "Photograph", "photo.guide-hand": "the hand here", "photo.guide-win": "winning tile",
  "photo.sending": "Sending the photograph", "photo.reading": "Reading the tiles", "photo.region": "The photograph", "photo.alt": "The photograph that was read", "photo.tiles-in-picture": "Tiles in the photograph", "photo.closer": "Closer", "photo.further": "Further away", "photo.names": "Names", "photo.unsure": "not sure", "photo.apart-from-hand": "not part of the hand", "photo.cut-out": "The tile as photographed",
  "photo.look.one": "One tile is marked ? and needs a look: tap it.", "photo.look.many": "{count} tiles are marked ? and need a look: tap them.",
  "photo.keep": "Keep this hand", "photo.keep-where": "Which evening?", "photo.keep-none": "No evening is being played. Start one to keep the hand; the score above stands by itself.",

  "hand.title": "The hand", "hand.empty": "No tiles yet.", "hand.winning": "winning tile", "hand.add": "Tap tiles in", "hand.make-set": "Make a set", "hand.clear": "Clear", "hand.lay-exposed": "Set on the table", "hand.lay-concealed": "Concealed set",
  "hand.tap-winning": "Tap the tile that won.", "hand.tap-set": "Tap the tiles that belong together.",
  "hand.mark-winning": "This tile won", "hand.is-right": "Yes, {tile}", "hand.take-out": "Not part of this set", "hand.remove": "Remove", "hand.toggle": "{set}, {state}: turn over", "hand.split": "{set}: split up", "hand.split-short": "split", "hand.add-as": "Tap in as",
  "hand.held.one": "1 tile held", "hand.held.many": "{count} tiles held", "hand.count.one": "{count} of {wanted} tiles", "hand.count.many": "{count} of {wanted} tiles",
  "add.tile": "Tile", "add.chow": "Chow", "add.pung": "Pung", "add.kong": "Kong", "add.hidden": "Concealed kong",
  "set.chow": "Chow", "set.pung": "Pung", "set.kong": "Kong", "set.pair": "Pair", "set.loose": "No set", "set.bonus": "Flowers", "set.exposed": "exposed", "set.concealed": "concealed",
  "picker.left": "{tile}, {count} left", "picker.likely": "Probably", "picker.share": "{tile}, {share} percent",

  "win.title": "How it was won", "win.whose": "Whose hand is it?", "win.winner": "Mah-Jongg", "win.loser": "Another hand", "win.seat": "Seat", "win.round": "Round", "win.by": "Won with", "win.tile": "Winning tile", "win.choose": "choose", "win.change": "Winning tile, {tile}: change", "win.circumstances": "Also",
  "by.discard": "a discard", "by.draw": "a draw", "by.loose": "a loose tile", "by.rob": "a robbed kong",
  "circumstance.original": "Original hand", "circumstance.first_discard": "East's first discard", "circumstance.last_tile": "Last tile of the wall", "circumstance.standing": "Standing hand", "circumstance.kong_on_kong": "Kong on kong", "circumstance.loose_after_flower": "Loose tile for a flower",

  "score.title": "Score", "score.caption": "The score, line by line", "score.for": "For", "score.worth": "Worth", "score.source": "Page", "score.total": "Total", "score.nothing": "Nothing in this hand scores.", "score.waiting": "The score appears as soon as there are tiles.", "score.plain": "{points} points", "score.sum": "{points} points × {factor} = {product}", "score.capped": "The limit makes it {total}.", "score.limit-hand": "A limit hand: {name}.",
  "score.doubles.one": "doubles once", "score.doubles.many": "doubles {count} times",

  "rules.title": "Rules",
  "evening.new": "A new evening",
};

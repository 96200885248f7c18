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

  "photo.title": "Photograph a hand", "photo.take": "Take a photograph", "photo.again": "Retake", "photo.choose-again": "Another picture", "photo.choose": "Choose a picture", "photo.hint": "Lay the hand out in rows, near the camera. Or put it together by tapping, below.",
  "photo.sending": "Sending the photograph", "photo.reading": "Reading the tiles", "photo.region": "The photograph", "photo.alt": "The photograph that was read", "photo.tiles-in-picture": "Tiles in the photograph", "photo.closer": "Closer", "photo.further": "Further away", "photo.names": "Names", "photo.unsure": "not sure", "photo.apart-from-hand": "not part of the hand", "photo.cut-out": "The tile as photographed",
  "photo.by-rule": "named by rule", "photo.another-shot": "One more shot", "photo.another-why": "A second photograph of the same hand, a little to the side or in other light. Both are read together.",
  "photo.keep": "Keep this hand", "photo.keep-where": "Which evening?", "photo.keep-none": "No evening is being played. Start one to keep the hand; the score above stands by itself.",

  "camera.live": "The hand in view", "camera.app": "Use the camera app", "camera.shoot": "Photograph", "camera.auto": "Takes it by itself", "camera.lamp": "Lamp",
  "camera.needs-https": "The browser gives a page the live camera only at an encrypted address (https); here the camera app takes the picture.", "camera.refused": "The browser keeps the camera from this page; allow it in the browser's settings, or use the camera app.", "camera.none": "This device has no camera that a page can use; choose a picture.", "camera.busy": "The camera does not start; close what else uses it, or use the camera app.",
  "camera.moving": "Hold still, the hand in view.", "camera.reading": "Reading …", "camera.taking": "Every tile is sure: taking the picture.", "camera.no-tiles": "No hand is seen yet. Come nearer, from above.", "camera.doubtful.one": "One tile, marked ?, is not sure. Come nearer or change the light.", "camera.doubtful.many": "{count} tiles, marked ?, are not sure. Come nearer or change the light.", "camera.count.one": "{count} of {wanted} tiles are seen.", "camera.count.many": "{count} of {wanted} tiles are seen.", "camera.certain.one": "Every tile is sure.", "camera.certain.many": "All {count} tiles are sure.",

  "question.title": "What the picture leaves open", "question.open.one": "One thing to look at", "question.open.many": "{count} things to look at", "question.rest": "{count} more are marked in the picture.", "question.readings.many": "These tiles can be read in {count} ways", "question.readings.one": "The hand", "question.share": "{share} %", "question.offer": "{tile}, {share}",
  "question.face-down": "What lies face down here?", "question.doubtful": "What is this?", "question.by-rule": "Named by rule, not by eye.", "question.won": "{tile} lies apart. Did it win?", "question.other": "other",

  "hand.title": "The hand", "hand.empty": "No tiles yet.", "hand.winning": "winning tile", "hand.add": "Tap tiles in", "hand.make-set": "Make a set", "hand.clear": "Clear", "hand.lay-exposed": "Set on the table", "hand.lay-concealed": "Concealed set", "hand.undo": "Undo", "hand.drop-new": "a set of its own",
  "hand.tap-winning": "Tap the tile that won.", "hand.tap-set": "Tap the tiles that belong together.",
  "hand.mark-winning": "This tile won", "hand.is-right": "Yes, {tile}", "hand.take-out": "Not part of this set", "hand.remove": "Remove", "hand.toggle": "{set}, {state}: turn over", "hand.split": "{set}: split up", "hand.split-short": "split", "hand.add-as": "Tap in as",
  "hand.held.one": "1 tile held", "hand.held.many": "{count} tiles held", "hand.count.one": "{count} of {wanted} tiles", "hand.count.many": "{count} of {wanted} tiles",
  "add.tile": "Tile", "add.chow": "Chow", "add.pung": "Pung", "add.kong": "Kong", "add.hidden": "Concealed kong",
  "set.chow": "Chow", "set.pung": "Pung", "set.kong": "Kong", "set.pair": "Pair", "set.loose": "No set", "set.bonus": "Flowers", "set.exposed": "exposed", "set.concealed": "concealed",
  "picker.left": "{tile}, {count} left", "picker.likely": "Probably", "picker.share": "{tile}, {share} percent",

  "win.title": "How it was won", "win.whose": "Whose hand is it?", "win.winner": "Mah-Jongg", "win.loser": "Another hand", "win.seat": "Seat", "win.round": "Round", "win.by": "Won with a", "win.tile": "Winning tile", "win.choose": "choose", "win.change": "Winning tile, {tile}: change", "win.circumstances": "Also",
  "by.discard": "discard", "by.draw": "draw", "by.loose": "loose tile", "by.rob": "robbed kong",
  "circumstance.original": "Original hand", "circumstance.first_discard": "East's first discard", "circumstance.last_tile": "Last tile of the wall", "circumstance.standing": "Standing hand", "circumstance.kong_on_kong": "Kong on kong", "circumstance.loose_after_flower": "Loose tile for a flower",

  "score.tile-unknown": "Which tile won is not told, so the lowest score counts. Tap ★ to tell.", "score.short.one": "1 tile is still to come.", "score.short.many": "{count} tiles are still to come.", "score.title": "Score", "score.caption": "The score, line by line", "score.for": "For", "score.worth": "Worth", "score.source": "Page", "score.total": "Total", "score.nothing": "Nothing in this hand scores.", "score.waiting": "The score appears as soon as there are tiles.", "score.plain": "{points} points", "score.sum": "{points} points × {factor} = {product}", "score.capped": "The limit makes it {total}.", "score.limit-hand": "A limit hand: {name}.",
  "score.doubles.one": "doubles once", "score.doubles.many": "doubles {count} times",

  "rules.title": "Rules",
  "evening.new": "A new evening",
  "pays": "pays",

  "index.title": "The table is laid", "index.lead": "Photograph a hand, see its score with the page of the book, and let the counters change hands.", "index.go-on": "Go on: {title}", "index.photo": "Score one hand", "index.last": "Last evenings", "index.all": "All evenings",

  "evenings.search": "Search by name or title", "evenings.none": "No evening yet.", "evenings.none-found": "No evening fits.", "evenings.more": "Show more", "evenings.import": "Read an evening back in from a file", "evenings.already": "This evening was here already.", "evenings.ended": "ended", "evenings.running": "being played", "evenings.hands.one": "1 hand", "evenings.hands.many": "{count} hands",

  "new.who": "Who plays", "new.how-many": "How many players", "new.order": "East first, then to the right.", "new.player": "Player {n}", "new.player-at": "{wind}'s name", "new.colour-of": "Colour of {name}", "new.move-up": "Move {name} one seat towards East", "new.dice": "Throw for East", "new.box": "Draw from the wind box", "new.is-east": "{name} is East.", "new.limit": "Limit", "new.no-limit": "none", "new.see-rules": "See these rules", "new.counters": "Counters each player starts with", "new.counters-why": "Leave them empty for the book's own stock.", "new.rest": "The evening", "new.name": "Name of the evening", "new.name-example": "At Bo's", "new.stake": "Stake for 100 points", "new.no-stake": "none", "new.currency": "Currency", "new.keep-photos": "Keep the photographs of hands", "new.begin": "Begin",

  "table.label": "The table, seen from above", "table.side": "The hand and the ledger", "table.untitled": "Our evening", "table.ended": "The evening has ended", "table.round": "{wind} round", "table.hand": "Hand {n}", "table.out": "sits out", "table.total-is": "total {total}", "table.last-was": "last hand {net}", "table.total": "Total",
  "table.enter": "Enter hand {n}", "table.first": "{name} is East and throws for the wall.", "table.won": "Hand {n}: {name}, {score}", "table.result.draw": "Hand {n}: drawn", "table.result.wash": "Hand {n}: washed", "table.result.false_mah_jongg": "Hand {n}: false Mah-Jongg", "table.result.win": "Hand {n}",
  "table.undo": "Undo: {what}", "table.undo-short": "Undo", "table.redo": "Bring back: {what}", "table.done": "Done: {what}.", "table.news": "Just now: {what}.", "table.settled": "Hand {n} is settled.", "table.set-complete": "Four rounds are played: the set is complete.",
  "table.tools": "More for the table", "table.chart": "Chart", "table.final": "Settle up", "table.aids": "Table aids", "table.sheet": "Score sheet", "table.join": "Join by phone", "table.more": "More", "table.rules": "The rules, with their page",
  "table.ledger": "Hands", "table.no-hands": "None yet.", "table.corrected": "corrected", "table.penalties": "Between hands", "table.typed": "The score was typed.", "table.photo-of": "Photograph of hand {n}", "table.connected": "live", "table.lost": "not connected", "table.remove": "Remove hand {n}", "table.remove-short": "Remove", "table.remove-why": "The hands after it move up and are reckoned anew. Undo brings it back.", "table.correct": "Correct", "table.sit-here": "I sit here", "table.enter-for": "Enter this hand", "table.facing": "Turn each plate to its own side", "table.near": "Nearest to this screen",

  "entry.title": "Hand {n}, {round} round", "entry.correct-title": "Correct hand {n}", "entry.scores": "Scores", "entry.preview": "Who pays", "entry.result": "How the hand ended", "entry.whole-table": "Whole table", "entry.whole-why": "One photograph of all hands on the table. Who sits nearest to the camera?", "entry.near": "Nearest to the camera", "entry.whole-found": "Hands found: {count}. Look them over.",
  "entry.no-winner": "Tap Mah-Jongg beside the winner.", "entry.no-score": "Still without a score: {names}.", "entry.score-of": "Score of {name}", "entry.won-by": "{name} won", "entry.tiles-of": "Tiles of {name}", "entry.drop-tiles": "type the score instead", "entry.draw-note": "Nobody pays, and East stays.", "entry.false-who": "Who called falsely?", "entry.wash-who": "Who washes?", "entry.wash-heads": "Different heads in the hand",
  "entry.special": "Dead hands and other cases", "entry.dead-of": "{name}'s tiles", "entry.discarder": "Who discarded the winning tile?", "entry.pays-for-all": "The discarder pays for all", "entry.use-tiles": "Use these tiles", "entry.nobody-pays": "Nobody pays.", "entry.explained": "Every score, line by line", "entry.then": "Then {name} is East, {wind} round.", "entry.settle": "Settle this hand", "entry.correct": "Correct hand {n}", "entry.throw-away": "Start over", "entry.throw-away-why": "What was entered for this hand, and not settled, is cleared.", "entry.changes": "What it changes",
  "dead.none": "right number", "dead.many": "too many", "dead.few": "too few",
  "result.win": "Mah-Jongg", "result.draw": "Drawn", "result.wash": "Washed", "result.false_mah_jongg": "False Mah-Jongg",

  "counters.none": "none", "counters.of": "of {value}", "counters.exchange": "Change with {name} first:", "counters.exchange-box": "Change with the box first:", "counters.owed": "{points} stay owed", "counters.back": "and gets back", "counters.title": "Counters", "counters.why": "What everyone really holds now. The totals stay as they are.", "counters.keep": "Keep these",
  "final.why": "As few payments as possible.", "final.even": "Nobody owes anything.", "final.go-on": "Play on", "final.end": "End the evening",
  "more.penalty": "A payment between hands", "more.reseat": "Seats", "more.round": "Wind of the round", "more.names": "Names and colours", "more.counters": "Count the counters", "more.history": "Everything that happened",
  "penalty.from": "Who pays", "penalty.to": "To whom", "penalty.all": "everyone, each", "penalty.points": "Points", "penalty.why": "What for", "penalty.settle": "Pay", "penalty.take-back": "Take it back",
  "reseat.why": "Who sits where. From an earlier hand on, everything after it is reckoned anew.", "reseat.from": "From", "reseat.from-hand": "hand {n} on", "reseat.next": "the next hand on", "reseat.keep": "Scores entered stay with", "reseat.keep-players": "the players", "reseat.keep-seats": "the seats",
  "names.keep": "Keep",
  "join.why": "Scan this with a phone on the same network. Its browser may warn once that the certificate was made at home.", "join.alt": "QR code with the address of the table",
  "chart.label": "Totals after each hand; the table below says the same", "chart.table": "Totals after each hand",
  "sheet.hand": "Hand", "sheet.pays": "I pay", "sheet.receives": "I receive", "sheet.limit": "limit {limit}", "sheet.print": "Print", "sheet.back": "Back to the table",
  "statistics.search": "Search by name", "statistics.none": "No hands have been played yet.", "statistics.name": "Player", "statistics.evenings": "Evenings", "statistics.hands": "Hands", "statistics.won": "Won", "statistics.highest": "Highest hand", "statistics.average": "Average", "statistics.limit": "Limit hands", "statistics.best": "Best evening", "statistics.points": "Points in all",
  "problem.home": "To the start",

  "yes": "yes", "no": "no",
  "rules.simple": "twos to eights", "rules.head": "ones, nines, winds or dragons", "rules.dragons": "dragons", "rules.all": "All rules", "rules.house-of": "house rules on {base}", "rules.no-limit": "no limit", "rules.house-how": "To play by rules of your own, open a book's rules and change what your table changes.", "rules.import": "Read house rules in from a file", "rules.our-house": "Our house", "rules.make-house": "Change for our house", "rules.edit": "Change", "rules.file": "File to pass on", "rules.remove": "Remove these rules", "rules.remove-why": "Evenings that were played by them keep them.", "rules.off": "not played", "rules.on": "played", "rules.rule": "Rule", "rules.worth-of": "Worth of {rule}", "rules.limit-hand": "the limit", "rules.added-to": "Added after doubling", "rules.added": "{amount}, after doubling", "rules.points": "Points", "rules.doubles": "Doubles", "rules.limit": "Limit hands", "rules.settings": "How the table plays", "rules.name": "Name of the house rules", "rules.keep": "Keep these rules", "rules.kept": "{name} is kept.", "rules.changes.one": "1 change", "rules.changes.many": "{count} changes",
  "status.stated": "stated", "status.implied": "implied", "status.assumed": "assumed", "status.house": "house rule", "who.winner": "winner", "who.loser": "losers",

  "aid.wall": "Where the wall is broken", "aid.wall-why": "East throws first and so names the breaker; the breaker throws again.", "aid.wall-first": "East's throw", "aid.wall-second": "Second throw", "aid.throw": "Throw", "aid.deal": "The deal", "aid.deal-step": "{seat}: {tiles}", "aid.count": "How many tiles in a hand", "aid.kongs": "Kongs laid down", "aid.turn": "The player", "aid.waiting": "waits", "aid.drawn": "has drawn", "aid.precedence": "Who goes first for a discard", "aid.discarder": "Discarded by", "aid.claims": "{seat} claims",
  "claim.none": "nothing", "claim.chow": "Chow", "claim.pung": "Pung", "claim.kong": "Kong", "claim.win": "Mah-Jongg",
};

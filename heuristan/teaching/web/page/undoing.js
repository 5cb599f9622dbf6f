// Undo and redo: the states that something was in, and where it is among them.

/** @template S */
export class Undoing {
  /** @param {S} state */
  constructor(state) {
    this.states = [state];
    this.at = 0;
  }

  /** @returns {S} */
  get now() {
    return this.states[this.at];
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.states.length - 1;
  }

  /** Go on to a state; what was undone is forgotten. @param {S} state @param {boolean} [isSame] whether it belongs to the last one, and is undone with it */
  add(state, isSame = false) {
    const before = this.at + (isSame && this.canUndo ? 0 : 1);
    this.states = [...this.states.slice(0, before), state];
    this.at = before;
  }

  /** @returns {S} */
  undo() {
    if (this.canUndo) this.at -= 1;
    return this.now;
  }

  /** @returns {S} */
  redo() {
    if (this.canRedo) this.at += 1;
    return this.now;
  }
}

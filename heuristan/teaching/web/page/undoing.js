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

  /** Go on to a state; what was undone is forgotten. @param {S} state */
  add(state) {
    this.states = [...this.states.slice(0, this.at + 1), state];
    this.at += 1;
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

/** What this person likes, kept in the browser. */
interface Stored {
  theme: 'auto' | 'day' | 'night';
  why: boolean;
  sound: boolean;
  welcomed: boolean;
}

const KEY = 'ludex.preferences';
const FIRST: Stored = { theme: 'auto', why: true, sound: false, welcomed: false };

class Preferences {
  #all = $state<Stored>(read());
  #systemNight = $state(matchMedia('(prefers-color-scheme: dark)').matches);

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (e) => {
      this.#systemNight = e.matches;
      this.#apply();
    });
    this.#apply();
  }

  /** Whether the page is dark now. */
  get night(): boolean {
    return this.#all.theme === 'night' || (this.#all.theme === 'auto' && this.#systemNight);
  }

  /** Day to night and back. */
  switchTheme(): void {
    this.#keep({ theme: this.night ? 'day' : 'night' });
    this.#apply();
  }

  /** Whether the reasons stand beside the board. */
  get why(): boolean {
    return this.#all.why;
  }
  set why(on: boolean) {
    this.#keep({ why: on });
  }

  /** Sounds are off until asked for. */
  get sound(): boolean {
    return this.#all.sound;
  }
  set sound(on: boolean) {
    this.#keep({ sound: on });
  }

  /** Whether the first game has been started here. */
  get welcomed(): boolean {
    return this.#all.welcomed;
  }
  set welcomed(done: boolean) {
    this.#keep({ welcomed: done });
  }

  #keep(change: Partial<Stored>): void {
    Object.assign(this.#all, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#all));
    } catch {
      // Without a store the choice holds until the page is closed.
    }
  }

  #apply(): void {
    document.documentElement.dataset.theme = this.night ? 'night' : 'day';
  }
}

function read(): Stored {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Stored>) };
  } catch {
    return { ...FIRST };
  }
}

export const preferences = new Preferences();

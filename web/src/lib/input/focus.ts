/** What the keyboard is at; an element, or as much of one as matters here. */
interface Focused {
  tagName: string;
  type?: string;
}

/** Keys that scroll a page that nobody stops. */
export const SCROLL_KEYS = ['Space', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown'];

const PRESS = ['Space', 'Enter'];
const SLIDE = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];
/** The keys that inputs without text need. */
const INPUTS: Record<string, string[]> = { checkbox: ['Space'], radio: ['Space', ...SLIDE], range: SLIDE };
/** The keys that other elements need. */
const ELEMENTS: Record<string, string[]> = { BUTTON: PRESS, A: PRESS, SUMMARY: PRESS };

/** Whether what has the focus needs a key itself, so that it means nothing to the game. */
export function keepsKey({ tagName, type = '' }: Focused, code: string): boolean {
  if (tagName === 'TEXTAREA' || tagName === 'SELECT') return true;
  if (tagName === 'INPUT') return INPUTS[type]?.includes(code) ?? true;
  return ELEMENTS[tagName]?.includes(code) ?? false;
}

/** What is clicked and done with; fields for text keep the keyboard, and so does a form until it is sent. */
const CLICKED = 'button, summary, label:has([type=checkbox]), input:is([type=checkbox], [type=range])';

/** After a click with the mouse the keyboard belongs to the board again. */
export function returnFocus(event: MouseEvent): void {
  const target = event.target as Element;
  const finger = event instanceof PointerEvent && event.pointerType === 'touch';
  if (event.detail === 0 || finger || target.closest('form') || !target.closest(CLICKED)) return;
  document.getElementById('board')?.focus({ preventScroll: true });
}

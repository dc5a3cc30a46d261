import type { Attachment } from 'svelte/attachments';

/**
 * Shows something while an element is pointed at or has the focus. An element that is taken away tells
 * nobody that the pointer has left it, so its going hides it, too.
 */
export function whilePointedAt(show: () => void, hide: () => void): Attachment<EventTarget> {
  return (element) => {
    const reasons = new Set<'pointer' | 'focus'>();
    const begin = (reason: 'pointer' | 'focus') => () => {
      reasons.add(reason);
      show();
    };
    const end = (reason: 'pointer' | 'focus') => () => {
      if (reasons.delete(reason) && reasons.size === 0) hide();
    };
    const ears = {
      pointerenter: begin('pointer'),
      pointerleave: end('pointer'),
      focus: begin('focus'),
      blur: end('focus'),
    };
    Object.entries(ears).forEach(([name, hear]) => element.addEventListener(name, hear));
    return () => {
      Object.entries(ears).forEach(([name, hear]) => element.removeEventListener(name, hear));
      if (reasons.size > 0) hide();
    };
  };
}

import { show } from '../element.js'
import { watchVisible } from '../visible.js'

/** Buttons that work while the screen is wholly visible, and the hint that stands while it is not. */
export interface Guard {
  readonly buttons: readonly HTMLButtonElement[]
  readonly hint: HTMLElement
  /** Called with whether the screen is wholly visible, where more depends on it. */
  readonly changed?: (isVisible: boolean) => void
}

/** Shows a screen whose buttons cannot be pressed while the page covers, shrinks or fades it. Returns the end of the watch. */
export function showGuarded(nodes: readonly Node[], { buttons, hint, changed }: Guard): () => void {
  const update = (isVisible: boolean): void => {
    for (const one of buttons) one.disabled = !isVisible
    hint.style.visibility = isVisible ? 'hidden' : 'visible' // keeps its room: a button that moves is pressed by mistake
    changed?.(isVisible)
  }
  const screen = show(...nodes)
  update(false)
  return watchVisible(screen, update)
}

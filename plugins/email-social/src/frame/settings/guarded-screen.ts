import { watchVisible } from '../approval/visible.js'
import { show } from '../element.js'

/** Buttons enabled while the screen is completely visible, and a hint displayed while it is not. */
export interface Guard {
  readonly buttons: readonly HTMLButtonElement[]
  readonly hint: HTMLElement
  /** Called with false at first, with true when the screen becomes completely visible, and with false when it no longer is. */
  readonly onChange?: (isVisible: boolean) => void
}

/** Displays a screen whose buttons are disabled while the page covers, shrinks or fades it. Returns a function that stops observing. */
export function showGuarded(nodes: readonly Node[], { buttons, hint, onChange }: Guard): () => void {
  const update = (isVisible: boolean): void => {
    for (const button of buttons) button.disabled = !isVisible
    hint.style.visibility = isVisible ? 'hidden' : 'visible' // reserves the hint's space: a button that moves could be clicked by mistake
    onChange?.(isVisible)
  }
  const screen = show(...nodes)
  update(false)
  return watchVisible(screen, update)
}

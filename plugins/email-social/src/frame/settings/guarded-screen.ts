import { watchVisible } from '../approval/visible.js'
import { button, show } from '../element.js'

/** Buttons enabled while the screen is completely visible, and a hint displayed while it is not. */
export interface Guard {
  readonly buttons: readonly HTMLButtonElement[]
  readonly hint: HTMLElement
  /** Called with false at first, with true when the screen becomes completely visible, and with false when it no longer is. */
  readonly onChange?: (isVisible: boolean) => void
}

/** Buttons of a list of choices. The first click disables all of them. */
export function createChoiceButtons<Choice>(choose: (choice: Choice) => void): {
  readonly buttons: readonly HTMLButtonElement[]
  create(label: string, choice: Choice): HTMLButtonElement
} {
  const buttons: HTMLButtonElement[] = []
  return {
    buttons,
    create(label, choice) {
      // ignores the second click of a double click, which began on the previous list
      const element = button(label, 'secondary', ({ detail }) => {
        if (detail > 1) return
        for (const other of buttons) other.disabled = true
        choose(choice)
      })
      buttons.push(element)
      return element
    },
  }
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
  return watchVisible(screen, update).stop
}

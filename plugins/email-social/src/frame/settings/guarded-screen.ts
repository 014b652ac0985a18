import { watchSettled } from '../approval/settled.js'
import { watchVisible } from '../approval/visible.js'
import { button, show } from '../element.js'

/** Buttons that are enabled while the screen is completely visible, and a hint that is displayed while they are disabled. */
export interface Guard {
  readonly buttons: readonly HTMLButtonElement[]
  readonly hint: HTMLElement
  /** Called with true when the buttons become enabled, and with false when they become disabled. The first call has false. */
  readonly onChange?: (isVisible: boolean) => void
  /** Whether the screen is in a separate window. The buttons are then enabled only after the window has had the focus for a second. */
  readonly isWindow?: boolean
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
      // ignores the second click of a double click that began on the previous list
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

/** Guard of a button whose click starts a request. The button is enabled while the screen is completely visible and no request is running. */
export function createRequestGuard(getButton: () => HTMLButtonElement): {
  readonly onChange: (isVisible: boolean) => void
  setRunning(isRunning: boolean): void
} {
  let [isVisible, isRunning] = [false, false]
  const update = (): void => {
    getButton().disabled = !isVisible || isRunning
  }
  return {
    onChange(value) {
      isVisible = value
      update()
    },
    setRunning(value) {
      isRunning = value
      update()
    },
  }
}

/** Displays a screen whose buttons are disabled while the page covers, shrinks or fades it. Returns a function that stops observing. */
export function showGuarded(nodes: readonly Node[], { buttons, hint, onChange, isWindow = false }: Guard): () => void {
  const set = (works: boolean): void => {
    for (const button of buttons) button.disabled = !works
    hint.style.visibility = works ? 'hidden' : 'visible' // reserves the hint's space: a button that moves could be clicked by mistake
    onChange?.(works)
  }
  const screen = show(...nodes)
  set(false)
  if (!isWindow) return watchVisible(screen, set).stop
  const update = (): void => set(visible.isVisible() && settled.isSettled())
  const visible = watchVisible(screen, () => update())
  const settled = watchSettled(update)
  return () => {
    visible.stop()
    settled.stop()
  }
}

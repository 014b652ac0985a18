import type { Page } from 'playwright-core'

/** A change in the modal's elements: a new text, a new value of a field, or any other mutation that MutationObserver reports. */
export interface ElementChange {
  readonly kind: 'text' | 'value' | 'other'
  readonly what: string
}

/** Starts recording changes in the open modal. */
export const watchChanges = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
    if (!root) throw new Error('The modal is not open.')
    const changes: ElementChange[] = []
    const kindOf = ({ type, attributeName, target }: MutationRecord): ElementChange['kind'] => {
      if (type === 'characterData') return 'text'
      return attributeName === 'value' && target instanceof HTMLInputElement ? 'value' : 'other'
    }
    new MutationObserver((records) => {
      for (const record of records) {
        const { type, target, attributeName } = record
        if (attributeName === 'name') continue // React sets the `name` of a field at every update, even if it is equal
        const element = target instanceof Element ? target : target.parentElement
        const what = `${type} ${attributeName ?? ''} ${element?.tagName}.${element?.className} ${element?.textContent}`
        changes.push({ kind: kindOf(record), what })
      }
    }).observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
    Object.assign(window, { changes })
  })

export const readChanges = (page: Page): Promise<readonly ElementChange[]> =>
  page.evaluate(() => Reflect.get(window, 'changes'))

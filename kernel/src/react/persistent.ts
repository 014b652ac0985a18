import { type PersistentElement, persistentElements } from '../domain/slots.js'
import { messageOf, WalletModalError } from '../errors.js'
import type { UiParts } from '../ui-loader.js'

/** Keeps the elements of the `persistentElements` slot in `container`: made once, never moved, taken out with their plugin. */
export function keepPersistentElements(parts: UiParts, container: HTMLElement): () => void {
  const kept = new Map<PersistentElement, HTMLElement>()

  const make = (item: PersistentElement): void => {
    try {
      const made = item.create()
      kept.set(item, made)
      container.append(made)
    } catch (error) {
      parts.report(
        new WalletModalError(
          'PLUGIN_FAILED',
          `The persistent element "${item.id}" could not be made: ${messageOf(error)}.`,
          { cause: error },
        ),
      )
    }
  }
  return parts.slots.all(persistentElements).subscribe((items) => {
    for (const [item, made] of kept) {
      if (items.includes(item)) continue
      made.remove()
      kept.delete(item)
    }
    for (const item of items) if (!kept.has(item)) make(item)
  })
}

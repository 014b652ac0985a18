import { messageOf } from '../../errors/errors.js'
import type { ViewHeader } from '../../plugins/plugin.js'
import type { Translate } from '../../texts/i18n.js'
import type { ViewEntry } from './view-entry.js'

interface HeaderTexts {
  /** Empty if the view has no title. */
  readonly title: string
  /** The dialog's accessible name. */
  readonly label: string
}

/** Translated title and accessible name of a view. Reads signals. */
export function headerTexts(
  entry: Pick<ViewEntry, 't' | 'failed'>,
  { title, label }: ViewHeader,
  t: Translate,
): HeaderTexts {
  const displayedTitle = typeof title === 'string' ? entry.t(title) : readTitle()
  return { title: displayedTitle, label: displayedTitle || (label && entry.t(label)) || t('dialog') }

  function readTitle(): string {
    if (typeof title !== 'object') return ''
    try {
      return String(title.value ?? '') // React cannot render an object
    } catch (error) {
      queueMicrotask(() =>
        entry.failed(new Error(`the title could not be read: ${messageOf(error)}`, { cause: error })),
      )
      return ''
    }
  }
}

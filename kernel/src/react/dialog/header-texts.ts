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
  entry: Pick<ViewEntry, 't' | 'failed' | 'titleError'>,
  { title, label }: ViewHeader,
  t: Translate,
): HeaderTexts {
  const displayedTitle = readTitle()
  return { title: displayedTitle, label: displayedTitle || (label && entry.t(label)) || t('dialog') }

  function readTitle(): string {
    if (typeof title === 'string') return entry.t(title)
    try {
      const text = String(title?.value ?? '') // React cannot render an object
      entry.titleError = ''
      return text
    } catch (error) {
      const message = `the title could not be read: ${messageOf(error)}`
      // reported once, although every rendering reads the title again
      if (message !== entry.titleError) queueMicrotask(() => entry.failed(new Error(message, { cause: error })))
      entry.titleError = message
      return ''
    }
  }
}

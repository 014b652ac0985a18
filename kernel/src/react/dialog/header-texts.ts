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

type TitleEntry = Pick<ViewEntry, 't' | 'failed'>

/** Messages of the errors that were reported for each view's title, because the title is read again for each rendering. */
const reportedMessages = new WeakMap<TitleEntry, Set<string>>()

function reportOnce(entry: TitleEntry, error: unknown): void {
  const message = messageOf(error)
  const reported = reportedMessages.get(entry) ?? new Set()
  if (reported.has(message)) return
  reportedMessages.set(entry, reported.add(message))
  queueMicrotask(() => entry.failed(new Error(`the title could not be read: ${message}`, { cause: error })))
}

/** Translated title and accessible name of a view. Reads signals. */
export function headerTexts(entry: TitleEntry, { title, label }: ViewHeader, t: Translate): HeaderTexts {
  const displayedTitle = typeof title === 'string' ? entry.t(title) : readTitle()
  return { title: displayedTitle, label: displayedTitle || (label && entry.t(label)) || t('dialog') }

  function readTitle(): string {
    if (typeof title !== 'object') return ''
    try {
      return String(title.value ?? '') // React cannot render an object
    } catch (error) {
      reportOnce(entry, error)
      return ''
    }
  }
}

import { type Context, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { wait } from '@wallet-modal/kernel/assets'
import { createLatest } from '@wallet-modal/kernel/transactions'
import { type LabelProblem, readLabel, toLabel } from './account-name.js'
import { isRefusal, type NamesService, type Refusal } from './service.js'
import { isNotFound } from './source.js'

/** Delay after the last key press before the service is queried. */
export const CHECK_DELAY_MS = 300
/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 4

export type NameCheck =
  | { readonly status: 'empty' | 'checking' | 'failed' }
  | { readonly status: 'invalid'; readonly problem: LabelProblem }
  /** `name` includes the parent domain; `suggestions` do not. */
  | { readonly status: 'free' | 'taken'; readonly name: string; readonly suggestions: readonly string[] }
  /** `reason`: message of the service, or empty. */
  | { readonly status: 'refused'; readonly reason: string }

export interface NameForm {
  /** Text in the field, without the parent domain. */
  readonly text: ReadonlySignal<string>
  /** Result of the latest check of the entered name. */
  readonly check: ReadonlySignal<NameCheck>
  type(text: string): void
  /** Queries the service again. */
  recheck(): void
}

interface NameQuery {
  readonly label: string
  readonly name: string
  readonly abortSignal: AbortSignal
}

/** Looks up whether a name is registered. Resolves with the refusal if the service refuses the request. */
const isRegistered = async (service: NamesService, { name, abortSignal }: NameQuery): Promise<boolean | Refusal> =>
  service.account(name, abortSignal).then(
    (record) => (isRefusal(record) ? record : true),
    (error: unknown) => {
      if (isNotFound(error)) return false
      throw error
    },
  )

async function queryService(service: NamesService, query: NameQuery): Promise<NameCheck> {
  const { label, name, abortSignal } = query
  const list = await service.suggestions(label, abortSignal)
  if (isRefusal(list)) return { status: 'refused', reason: list.reason }
  const entered = list.find((one) => one.name === name)
  const isTaken = entered ? entered.isRegistered : await isRegistered(service, query)
  if (typeof isTaken !== 'boolean') return { status: 'refused', reason: isTaken.reason }
  const suffix = name.slice(label.length)
  const others = list.filter((one) => one.name !== name && !one.isRegistered && one.name.endsWith(suffix))
  const suggestions = others.slice(0, MAX_SUGGESTIONS).map((one) => one.name.slice(0, -suffix.length))
  return { status: isTaken ? 'taken' : 'free', name, suggestions }
}

/** Model of the text field for a name. Checks the entered name, and looks up its availability after each pause in typing. */
export function createNameForm(
  ctx: Pick<Context, 'abortSignal' | 'log'>,
  service: NamesService,
  zone: string,
): NameForm {
  const text = signal('')
  const check = signal<NameCheck>({ status: 'empty' })
  const latest = createLatest(ctx.abortSignal)
  const recheck = (delayMs = 0): void => {
    const label = readLabel(text.peek(), zone)
    latest.stop()
    if (label.status !== 'valid') {
      check.value = label
      return
    }
    check.value = { status: 'checking' }
    latest.run(async (abortSignal, isLatest) => {
      try {
        await wait(delayMs, abortSignal)
        const result = await queryService(service, { ...label, abortSignal })
        if (isLatest()) check.value = result
      } catch (error) {
        if (!isLatest()) return
        ctx.log.info('a name could not be checked', error)
        check.value = { status: 'failed' }
      }
    })
  }
  return {
    text,
    check,
    type(input) {
      text.value = toLabel(input, zone)
      recheck(CHECK_DELAY_MS)
    },
    recheck: () => recheck(),
  }
}

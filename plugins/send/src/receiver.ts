import {
  type AssetToken,
  batch,
  type Context,
  type Network,
  type ReadonlySignal,
  type ReceiverFinding,
  signal,
} from '@wallet-modal/kernel'
import { isLookAlike } from '@wallet-modal/kernel/assets'
import { createLatest } from './latest.js'
import type { FollowedLink, LinkReading } from './link.js'
import { isNameLike, lookUpName } from './names.js'
import type { Scene } from './scene.js'

/** How long the visitor has to stop typing before a name is looked up. */
export const NAME_DELAY_MS = 300

/** Who it is for. There is an address only while the text in the field leads to it. */
export type Receiver =
  | { readonly status: 'empty'; readonly text: '' }
  | { readonly status: 'checking'; readonly text: string }
  | {
      readonly status: 'found'
      readonly text: string
      readonly name?: string
      /** In full, as the chain writes it. */
      readonly address: string
      readonly findings: readonly ReceiverFinding[]
    }
  | {
      readonly status: 'refused'
      readonly text: string
      readonly finding: ReceiverFinding
      /** Where a payment link could be followed, which the wallet can be asked for. */
      readonly network?: Network
    }
  /** It could not be looked at. */
  | { readonly status: 'failed'; readonly text: string }

const EMPTY: Receiver = Object.freeze({ status: 'empty', text: '' })

export interface ReceiverField {
  readonly state: ReadonlySignal<Receiver>
  /** What a payment link filled in, as long as the receiver is the one of it. */
  readonly followed: ReadonlySignal<FollowedLink | null>
  /** What was typed, pasted, scanned or chosen: all take this way. */
  set(text: string): void
  /** Looks again, as for another token or network. */
  check(): void
  /** The visitor wants what stands in the field followed, after all that was entered. */
  renew(): void
}

interface ReceiverParts {
  readonly scene: ReadonlySignal<Scene | null>
  readonly token: ReadonlySignal<AssetToken | null>
  /** Addresses that the visitor may mean, to tell look-alikes. */
  known(): readonly string[]
  /** `undefined` where the text is no link, or none that may be followed. */
  readLink(text: string, stop: AbortSignal): Promise<LinkReading | undefined> | undefined
  /** How often something else was entered. A link is not followed over what came after it. */
  entered(): number
  /** What a link asks for is put in its fields. */
  fill(followed: FollowedLink): void
}

const wait = (ms: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    stop.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(stop.reason)
    })
  })

const refused = (text: string, finding: ReceiverFinding): Receiver => ({ status: 'refused', text, finding })
const problem = (text: string, code: string): Receiver => refused(text, { code, severity: 'refuse' })

export function createReceiver(
  ctx: Context,
  { scene, token, known, readLink, entered, fill }: ReceiverParts,
): ReceiverField {
  const state = signal<Receiver>(EMPTY)
  const followed = signal<FollowedLink | null>(null)
  const latest = createLatest(ctx.abortSignal)
  let before = entered()
  const renew = (): void => {
    before = entered()
  }

  const inspect = async (text: string, stop: AbortSignal): Promise<Receiver> => {
    const now = scene.peek()
    const asset = token.peek()
    if (!now || !asset) return { status: 'checking', text }
    const { connection, network, handler } = now
    const draft = { connection, network, token: asset }
    const judge = async (writing: string, name?: string): Promise<Receiver | undefined> => {
      const { address, findings } = await handler.inspectReceiver(writing, draft, stop)
      const refusal = findings.find(({ severity }) => severity === 'refuse')
      if (address === undefined)
        return name === undefined && isNameLike(text) ? undefined : refused(text, refusal ?? unusable)
      if (refusal) return refused(text, refusal)
      const poisoned = isLookAlike(address, known()) ? [lookAlike] : []
      return {
        status: 'found',
        text,
        ...(name !== undefined && { name }),
        address,
        findings: [...poisoned, ...findings],
      }
    }
    const direct = await judge(text)
    if (direct) return direct
    const coinType = handler.nameCoinType?.(network)
    if (coinType === undefined) return problem(text, 'noNames')
    await wait(NAME_DELAY_MS, stop)
    const answer = await lookUpName(ctx, text, { coinType, signal: stop })
    if (answer.status !== 'found') return problem(text, `name.${answer.status}`)
    return (await judge(answer.address, answer.name)) ?? problem(text, 'invalidAddress')
  }
  const take = (text: string, reading: LinkReading): void => {
    if ('refusal' in reading) {
      state.value = {
        status: 'refused',
        text,
        finding: reading.refusal,
        ...(reading.network && { network: reading.network }),
      }
      return
    }
    if (entered() !== before) {
      state.value = { status: 'failed', text } // until the visitor says so again
      return
    }
    batch(() => {
      state.value = { status: 'checking', text: reading.receiver }
      followed.value = reading
      fill(reading)
    })
    check()
  }
  const check = (): void => {
    const { text } = state.peek()
    latest.stop()
    if (text === '') return
    state.value = { status: 'checking', text }
    latest.run(async (stop, isLatest) => {
      try {
        const reading = await readLink(text, stop)
        if (!isLatest()) return
        if (reading) return take(text, reading)
        const found = await inspect(text, stop)
        if (isLatest()) state.value = found
      } catch (error) {
        if (!isLatest()) return
        ctx.log.info('the receiver could not be looked at', error)
        state.value = { status: 'failed', text }
      }
    })
  }
  return {
    state,
    followed,
    check,
    renew,
    set(given) {
      renew()
      const text = given.trim()
      followed.value = null
      state.value = text === '' ? EMPTY : { status: 'checking', text }
      check()
    },
  }
}

const lookAlike: ReceiverFinding = Object.freeze({ code: 'lookAlike', severity: 'warn' })
const unusable: ReceiverFinding = Object.freeze({ code: 'invalidAddress', severity: 'refuse' })

import { type Context, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import type { DeviceSession, SignIn } from './contract.js'

export type DeviceListState =
  | { readonly status: 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly sessions: readonly DeviceSession[] }

/** Model of the view that lists the sessions of the visitor's browsers. */
export interface DeviceList {
  readonly state: ReadonlySignal<DeviceListState>
  /** Id of the session that is being ended; {@link ALL} while all sessions are being ended; `null` otherwise. */
  readonly endingId: ReadonlySignal<string | null>
  read(): void
  signOut(session: DeviceSession): void
  signOutEverywhere(): void
}

export const ALL = 'all'

/** Sorts the sessions of this browser first, then the sessions of other browsers, most recently used first. */
const sortSessions = (list: readonly DeviceSession[]): readonly DeviceSession[] =>
  list.toSorted(
    (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt),
  )

export function createDeviceList(ctx: Context, signIn: SignIn): DeviceList {
  const state = signal<DeviceListState>({ status: 'loading' })
  const endingId = signal<string | null>(null)
  let readCount = 0
  const read = async (): Promise<void> => {
    const readNumber = ++readCount
    try {
      const list = await (await signIn.devices()).list()
      if (readNumber === readCount) state.value = { status: 'ready', sessions: sortSessions(list) }
    } catch (error) {
      ctx.log.warn(error)
      if (readNumber === readCount) state.value = { status: 'failed' }
    }
  }
  const end = async (id: string, run: () => Promise<void>, successKey: string): Promise<void> => {
    if (endingId.peek() !== null) return
    endingId.value = id
    try {
      await run()
      ctx.toast.success(ctx.t(successKey))
      if (signIn.session.peek()) await read()
      else ctx.router.close()
    } catch (error) {
      ctx.log.warn(error)
      ctx.toast.error(ctx.t('devices.failed'))
    } finally {
      endingId.value = null
    }
  }
  return {
    state,
    endingId,
    read: () => void read(),
    signOut: (session) => void end(session.id, async () => (await signIn.devices()).signOut(session), 'devices.ended'),
    signOutEverywhere: () =>
      void end(ALL, async () => (await signIn.devices()).signOutEverywhere(), 'devices.allEnded'),
  }
}

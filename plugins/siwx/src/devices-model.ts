import { type Context, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import type { DeviceSession, SignIn } from './contract.js'

export type DeviceListState =
  | { readonly status: 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly sessions: readonly DeviceSession[] }

/** Model of the view that lists sessions. */
export interface DeviceList {
  readonly state: ReadonlySignal<DeviceListState>
  /** Id of the session that is being ended, `all`, or `null`. */
  readonly ending: ReadonlySignal<string | null>
  read(): void
  signOut(session: DeviceSession): void
  signOutEverywhere(): void
}

export const ALL = 'all'

/** This browser first, then the most recently used. */
const sorted = (list: readonly DeviceSession[]): readonly DeviceSession[] =>
  list.toSorted(
    (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt),
  )

export function createDeviceList(ctx: Context, signIn: SignIn): DeviceList {
  const state = signal<DeviceListState>({ status: 'loading' })
  const ending = signal<string | null>(null)
  let turn = 0
  const read = async (): Promise<void> => {
    const mine = ++turn
    try {
      const list = await (await signIn.devices()).list()
      if (mine === turn) state.value = { status: 'ready', sessions: sorted(list) }
    } catch (error) {
      ctx.log.warn(error)
      if (mine === turn) state.value = { status: 'failed' }
    }
  }
  const end = async (id: string, run: () => Promise<void>, done: string): Promise<void> => {
    if (ending.peek() !== null) return
    ending.value = id
    try {
      await run()
      ctx.toast.success(ctx.t(done))
      if (signIn.session.peek()) await read()
      else ctx.router.close()
    } catch (error) {
      ctx.log.warn(error)
      ctx.toast.error(ctx.t('devices.failed'))
    } finally {
      ending.value = null
    }
  }
  return {
    state,
    ending,
    read: () => void read(),
    signOut: (session) => void end(session.id, async () => (await signIn.devices()).signOut(session), 'devices.ended'),
    signOutEverywhere: () =>
      void end(ALL, async () => (await signIn.devices()).signOutEverywhere(), 'devices.allEnded'),
  }
}

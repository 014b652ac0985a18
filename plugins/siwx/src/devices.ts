import { accountActions, type Context, computed, type ReadonlySignal } from '@wallet-modal/kernel'
import { type DeviceSession, type DeviceSessions, SignInSessions, type SignInState } from './contract.js'
import type { KnownSessions } from './known-sessions.js'
import type { SiteServer } from './site-server.js'

interface DeviceSessionsDependencies {
  readonly ctx: Context
  readonly state: ReadonlySignal<SignInState>
  readonly server: SiteServer
  readonly sessions: KnownSessions
  /** Ends the sessions of this browser. */
  signOutHere(): Promise<void>
  /** Checks again whether the active account is signed in. */
  recheck(): void
}

/**
 * Lists and ends the sessions of the visitor's browsers. While the visitor is signed in at a server that stores
 * sessions, the slot `accountActions` contains an action that opens the list of sessions.
 */
export function createDevices({
  ctx,
  state,
  server,
  sessions,
  signOutHere,
  recheck,
}: DeviceSessionsDependencies): DeviceSessions {
  const action = {
    id: 'signInSessions',
    icon: 'phone',
    label: computed(() => ctx.t('devices.action')),
    run: () => void ctx.router.push(SignInSessions),
  } as const
  const availableAction = computed(() => (state.value.status === 'signedIn' && server.isStored.value ? action : null))
  ctx.add(accountActions, availableAction, { order: 80 })
  const isOfActiveAccount = ({ accountId, isCurrent }: DeviceSession): boolean => {
    const current = state.peek()
    return isCurrent && current.status !== 'none' && current.accountId === accountId
  }
  return {
    list: () => server.devices(),
    async signOut(session) {
      await server.endDevices([session.id])
      if (isOfActiveAccount(session)) await signOutHere()
      else if (session.isCurrent) {
        sessions.remove(session.accountId)
        recheck()
      }
    },
    async signOutEverywhere() {
      await server.endDevices()
      await signOutHere()
    },
  }
}

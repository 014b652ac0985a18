import { accountActions, type Context, computed, type ReadonlySignal } from '@wallet-modal/kernel'
import { type DeviceSession, type DeviceSessions, SignInSessions, type SignInState } from './contract.js'
import type { KnownSessions } from './known-sessions.js'
import type { SiteServer } from './site-server.js'

interface Parts {
  readonly ctx: Context
  readonly state: ReadonlySignal<SignInState>
  readonly server: SiteServer
  readonly sessions: KnownSessions
  /** Ends the sessions of this browser. */
  signOut(): Promise<void>
  /** Decides again whether the active account is signed in. */
  reread(): void
}

/** Lists and ends the sessions of the visitor's browsers. Adds the view to the account's actions while it has something to list. */
export function createDevices({ ctx, state, server, sessions, signOut, reread }: Parts): DeviceSessions {
  const action = {
    id: 'signInSessions',
    icon: 'phone',
    label: computed(() => ctx.t('devices.action')),
    run: () => void ctx.router.push(SignInSessions),
  } as const
  const offered = computed(() => (state.value.status === 'signedIn' && server.isStored.value ? action : null))
  ctx.add(accountActions, offered, { order: 80 })
  const isActive = ({ accountId, isCurrent }: DeviceSession): boolean => {
    const now = state.peek()
    return isCurrent && now.status !== 'none' && now.accountId === accountId
  }
  return {
    list: () => server.devices(),
    async signOut(session) {
      await server.endDevices([session.id])
      if (isActive(session)) await signOut()
      else if (session.isCurrent) {
        sessions.forget(session.accountId)
        reread()
      }
    },
    async signOutEverywhere() {
      await server.endDevices()
      await signOut()
    },
  }
}

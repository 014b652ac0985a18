import {
  type AccountSession,
  type Authenticator,
  authenticator,
  closeGuards,
  computed,
  connected,
  definePlugin,
  disconnected,
  lazyOnce,
  opened,
  openingViews,
  signal,
} from '@wallet-modal/kernel'
import { SIWXSignMessage, type SignIn, SignInSessions, type SignInState, signIn } from './contract.js'
import { options, type SiwxOptions } from './options.js'
import { UNSENT_SIGN_OUTS, unsentSignOuts } from './sign-out/unsent-sign-outs.js'

export type {
  DeviceSession,
  DeviceSessions,
  SignIn,
  SignInMessage,
  SignInRecord,
  SignInSession,
  SignInState,
} from './contract.js'
export type { SiwxOptions } from './options.js'

/**
 * Time in milliseconds between the opening of the modal and the first request, so that the request does not delay the first frame. Not used while
 * a required sign-in is pending.
 */
const AFTER_OPENING_MS = 250

const accountSessionOf = ({ status }: SignInState, isRequired: boolean): AccountSession => {
  if (status === 'none') return 'none'
  if (status === 'signedIn') return 'valid'
  if (status !== 'needed') return 'pending'
  return isRequired ? 'none' : 'notRequired'
}

/**
 * Sign-in with the connected account on EVM networks, Solana, Polkadot and Bitcoin. Your server issues the nonce, verifies the signature and sets an
 * `HttpOnly` session cookie; `@wallet-modal/siwx/server` has the functions for this. The server's option `families` adds other chain families.
 */
export const siwx = definePlugin({
  name: '@wallet-modal/siwx',
  kernel: '^0.1',
  provides: [signIn, authenticator],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {
    api: ['siwx:/nonce', 'siwx:/verify', 'siwx:/session', 'siwx:/sessions', 'siwx:/sign-out'],
    storage: ['changed', UNSENT_SIGN_OUTS],
  },
  views: [SIWXSignMessage, SignInSessions],
  ui: () => import('./ui.js'),
  setup(ctx, pluginOptions: SiwxOptions): SignIn {
    const state = signal<SignInState>({ status: 'none' })
    const isPending = (): boolean => pluginOptions.required !== false && !/none|signedIn/.test(state.peek().status)
    let isRestored = true // whether the latest connection was restored on page load
    const load = lazyOnce(async () =>
      (await import('./sign-in/sign-in-flow.js')).createSignInFlow(ctx, pluginOptions, state),
    )
    const followActive = (): void => {
      load()
        .then((flow) => flow.follow(isRestored))
        .catch(ctx.log.warn)
    }
    ctx.add(openingViews, { view: SIWXSignMessage, when: isPending }, { order: 15 })
    ctx.add(closeGuards, () => !isPending() || ctx.router.current.peek()?.view.name !== SIWXSignMessage.name)
    ctx.on(connected, ({ restored }) => {
      isRestored = restored
    })
    const prepare = (): void => {
      if (ctx.abortSignal.aborted || !ctx.router.current.peek()) return
      load()
        .then((flow) => flow.onOpened(isRestored))
        .catch(ctx.log.warn)
    }
    ctx.on(opened, () => setTimeout(prepare, isPending() ? 0 : AFTER_OPENING_MS))
    ctx.on(disconnected, ({ namespace }) => {
      const others = ctx.connections.all.peek().filter((one) => one.namespace === namespace)
      const remainingAddresses = others.flatMap(({ accounts }) => accounts.map(({ address }) => address))
      load()
        .then((flow) => flow.onDisconnected(namespace, remainingAddresses))
        .catch(ctx.log.warn)
    })
    ctx.effect(() => {
      const isConnected = ctx.connections.active.value || ctx.connections.all.value.length > 0
      if (isConnected || state.peek().status !== 'none' || unsentSignOuts(ctx).length > 0) followActive()
    })
    const accountSession = computed(() => accountSessionOf(state.value, pluginOptions.required !== false))
    const output: SignIn = {
      state,
      accountSession,
      session: computed(() => (state.value.status === 'signedIn' ? state.value.session : null)),
      signIn: async () => (await load()).signIn(),
      sign: async () => (await load()).sign(),
      cancel: async () => (await load()).cancel(),
      networkAfterCancel: async () => (await load()).networkAfterCancel(),
      signOut: async () => (await load()).signOut(),
      devices: async () => (await load()).devices,
    }
    ctx.provide(signIn, output)
    ctx.provide(authenticator, {
      session: accountSession,
      request: async () => (await load()).request(),
      submit: async (proof) => (await load()).submit(proof),
    } satisfies Authenticator)
    return output
  },
})

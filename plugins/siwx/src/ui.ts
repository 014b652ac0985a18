import { type Context, type Network, type PluginUi, type ReadonlySignal, signal, viewOf } from '@wallet-modal/kernel'
import { SIWXSignMessage, type SignIn, SignInSessions } from './contract.js'
import { createDeviceList } from './devices-model.js'
import { strings } from './strings/en.js'
import SignInSessionsView from './views/sign-in-sessions-view.js'
import SIWXSignMessageView from './views/siwx-sign-message-view.js'

export const ui: PluginUi = {
  views: [
    viewOf(SIWXSignMessage, SIWXSignMessageView, { title: 'signIn.title', back: false, close: false }),
    viewOf(SignInSessions, SignInSessionsView, { title: 'devices.title' }),
  ],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: (ctx, { required }, signIn) => ({
    ...signIn,
    isRequired: required !== false,
    cancelNetwork: followCancelNetwork(ctx, signIn),
    devices: createDeviceList(ctx, signIn),
  }),
}

/** Network to which Cancel switches the wallet back; `null` if Cancel does not switch the network. Updated with the sign-in state. */
function followCancelNetwork(ctx: Context, { state, networkAfterCancel }: SignIn): ReadonlySignal<Network | null> {
  const network = signal<Network | null>(null)
  ctx.effect(() => {
    if (state.value.status === 'none') return
    networkAfterCancel().then((now) => {
      network.value = now
    }, ctx.log.warn)
  })
  return network
}

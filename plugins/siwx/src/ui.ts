import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import { SIWXSignMessage, SignInSessions } from './contract.js'
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
    devices: createDeviceList(ctx, signIn),
  }),
}

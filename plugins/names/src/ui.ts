import { type PluginUi, viewOf } from '@wallet-modal/kernel'
import { ChooseAccountName, RegisterAccountName, RegisterAccountNameSuccess } from './contract.js'
import { createNamesModel } from './model.js'
import { strings } from './strings/en.js'
import ChooseAccountNameView from './views/choose-account-name-view.js'
import RegisterAccountNameSuccessView from './views/register-account-name-success-view.js'
import RegisterAccountNameView from './views/register-account-name-view.js'

export const ui: PluginUi = {
  views: [
    viewOf(ChooseAccountName, ChooseAccountNameView, { title: 'choose.title' }),
    viewOf(RegisterAccountName, RegisterAccountNameView, { title: 'register.title' }),
    viewOf(RegisterAccountNameSuccess, RegisterAccountNameSuccessView, { title: 'success.title' }),
  ],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: createNamesModel,
}

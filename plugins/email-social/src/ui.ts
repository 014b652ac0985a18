import { lazyView, type PluginUi, viewOf } from '@wallet-modal/kernel'
import {
  ApproveEmailChange,
  ApproveTransaction,
  ConnectingFarcaster,
  ConnectingSocial,
  ConnectSocials,
  EmailBlock,
  EmailLogin,
  EmailVerifyDevice,
  EmailVerifyOtp,
  EmailWalletSetup,
  ExportKey,
  ManageDevices,
  SmartAccountSettings,
  SocialBlock,
  UpdateEmailPrimaryOtp,
  UpdateEmailSecondaryOtp,
  UpdateEmailWallet,
  UpgradeEmailWallet,
} from './contract.js'
import { createLogin } from './login/login.js'
import { strings } from './strings/en.js'
import { ConnectingSocialView } from './views/connecting-social-view.js'
import { EmailBlockView, EmailLoginView } from './views/email-login-view.js'
import EmailVerifyOtpView from './views/email-verify-otp-view.js'
import { FrameView } from './views/frame-view.js'
import { ConnectSocialsView, SocialBlockView } from './views/socials-view.js'

export const ui: PluginUi = {
  views: [
    viewOf(EmailLogin, EmailLoginView, { title: 'login.title' }),
    viewOf(EmailBlock, EmailBlockView, { title: 'login.title' }),
    lazyView(EmailVerifyDevice, () => import('./views/email-verify-device-view.js'), { title: 'device.title' }),
    viewOf(EmailVerifyOtp, EmailVerifyOtpView, { title: 'otp.title' }),
    viewOf(EmailWalletSetup, FrameView, { title: 'setup.title', back: false }),
    viewOf(SocialBlock, SocialBlockView, { title: 'social.title' }),
    viewOf(ConnectSocials, ConnectSocialsView, { title: 'socials.title' }),
    viewOf(ConnectingSocial, ConnectingSocialView, { title: 'social.title' }),
    lazyView(ConnectingFarcaster, () => import('./views/connecting-farcaster-view.js'), { title: 'farcaster.title' }),
    lazyView(UpdateEmailWallet, () => import('./views/update-email/update-email-wallet-view.js'), {
      title: 'update.title',
    }),
    lazyView(UpdateEmailPrimaryOtp, () => import('./views/update-email/update-email-primary-otp-view.js'), {
      title: 'update.current',
    }),
    lazyView(UpdateEmailSecondaryOtp, () => import('./views/update-email/update-email-secondary-otp-view.js'), {
      title: 'update.new',
    }),
    lazyView(UpgradeEmailWallet, () => import('./views/upgrade-email-wallet-view.js'), { title: 'upgrade.title' }),
    lazyView(SmartAccountSettings, () => import('./views/smart-account-settings-view.js'), {
      title: 'smartAccount.title',
    }),
    viewOf(ApproveTransaction, FrameView, { title: 'approve.title', back: false }),
    viewOf(ApproveEmailChange, FrameView, { title: 'update.title' }),
    viewOf(ExportKey, FrameView, { title: 'export.title' }),
    viewOf(ManageDevices, FrameView, { title: 'devices.title' }),
  ],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: createLogin,
}

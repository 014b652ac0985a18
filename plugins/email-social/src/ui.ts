import { lazyView, type PluginUi, viewOf } from '@wallet-modal/kernel'
import {
  ApproveTransaction,
  ConnectingFarcaster,
  ConnectingSocial,
  ConnectSocials,
  EmailBlock,
  EmailLogin,
  EmailVerifyOtp,
  EmailWalletSetup,
  SocialBlock,
  UpdateEmailPrimaryOtp,
  UpdateEmailSecondaryOtp,
  UpdateEmailWallet,
} from './contract.js'
import { createLogin } from './login.js'
import { strings } from './strings/en.js'
import { ConnectingSocialView } from './views/ConnectingSocialView.js'
import { EmailBlockView, EmailLoginView } from './views/EmailLoginView.js'
import EmailVerifyOtpView from './views/EmailVerifyOtpView.js'
import { ApproveTransactionView, EmailWalletSetupView } from './views/FrameView.js'
import { ConnectSocialsView, SocialBlockView } from './views/SocialsView.js'

export const ui: PluginUi = {
  views: [
    viewOf(EmailLogin, EmailLoginView, { title: 'login.title' }),
    viewOf(EmailBlock, EmailBlockView, { title: 'login.title' }),
    viewOf(EmailVerifyOtp, EmailVerifyOtpView, { title: 'otp.title' }),
    viewOf(EmailWalletSetup, EmailWalletSetupView, { title: 'setup.title', back: false }),
    viewOf(SocialBlock, SocialBlockView, { title: 'social.title' }),
    viewOf(ConnectSocials, ConnectSocialsView, { title: 'socials.title' }),
    viewOf(ConnectingSocial, ConnectingSocialView, { title: 'social.title' }),
    lazyView(ConnectingFarcaster, () => import('./views/ConnectingFarcasterView.js'), { title: 'farcaster.title' }),
    lazyView(UpdateEmailWallet, () => import('./views/update-email/UpdateEmailWalletView.js'), {
      title: 'update.title',
    }),
    lazyView(UpdateEmailPrimaryOtp, () => import('./views/update-email/UpdateEmailPrimaryOtpView.js'), {
      title: 'update.current',
    }),
    lazyView(UpdateEmailSecondaryOtp, () => import('./views/update-email/UpdateEmailSecondaryOtpView.js'), {
      title: 'update.new',
    }),
    viewOf(ApproveTransaction, ApproveTransactionView, { title: 'approve.title', back: false }),
  ],
  strings: {
    en: async () => strings,
    ar: async () => (await import('./strings/ar.js')).strings,
    de: async () => (await import('./strings/de.js')).strings,
  },
  model: createLogin,
}

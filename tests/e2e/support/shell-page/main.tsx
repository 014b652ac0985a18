import {
  closeGuards,
  createWalletModal,
  definePlugin,
  lazyView,
  openingViews,
  type Strings,
  type WalletModal,
} from '@wallet-modal/kernel'
import { inlineUi } from '@wallet-modal/kernel/testing'
import { Account, Form, Home, isLong, mayClose } from './tokens.js'

const en: Strings = {
  title: 'Connect wallet',
  help: 'What is a wallet?',
  wallets: 'Wallets',
  installed: 'Installed',
  recent: 'Recent',
  account: 'Account',
  tokens: 'Tokens',
  activity: 'Activity',
  holdings: 'Holdings',
  copy: 'Copy address',
  nothing: 'Nothing here yet',
  nothingText: 'What you send and receive shows up here.',
  send: 'Send',
  cancel: 'Cancel',
  amount: 'Amount',
  receiver: 'Receiver',
  hint: 'Balance 1.2 ETH',
  wrong: 'Please enter a valid amount and receiver address',
  agree: 'I agree to the',
  terms: 'terms of service',
  accept: 'Accept the request in Zephyr',
  failed: 'Something went wrong',
}
const ar: Strings = {
  title: 'توصيل المحفظة',
  help: 'ما هي المحفظة؟',
  wallets: 'المحافظ',
  installed: 'مثبّتة',
  recent: 'الأخيرة',
  account: 'الحساب',
  tokens: 'الرموز',
  activity: 'النشاط',
  holdings: 'الممتلكات',
  copy: 'نسخ العنوان',
  nothing: 'لا شيء هنا بعد',
  nothingText: 'سيظهر هنا ما ترسله وما تستلمه.',
  send: 'إرسال',
  cancel: 'إلغاء',
  amount: 'المبلغ',
  receiver: 'المستلم',
  hint: 'الرصيد',
  wrong: 'يرجى إدخال مبلغ صالح وعنوان مستلم',
  agree: 'أوافق على',
  terms: 'شروط الخدمة',
  accept: 'اقبل الطلب في المحفظة',
  failed: 'حدث خطأ ما',
}

const shell = definePlugin({
  name: '@test/shell',
  kernel: '^0.1',
  ...inlineUi({
    strings: { en: async () => en, ar: async () => ar },
    views: [
      lazyView(Home, async () => ({ default: (await import('./views.js')).HomeView }), {
        title: 'title',
        start: { icon: 'help', label: 'help', view: Form },
      }),
      lazyView(Account, async () => ({ default: (await import('./views.js')).AccountView }), { label: 'account' }),
      lazyView(Form, async () => ({ default: (await import('./views.js')).FormView }), { title: 'send' }),
    ],
  }),
  setup(ctx) {
    ctx.add(openingViews, { view: Home, when: () => true })
    ctx.add(closeGuards, () => mayClose.value)
    return { toast: ctx.toast, router: ctx.router }
  },
})

const query = new URLSearchParams(location.search)
const modal: WalletModal = createWalletModal({
  plugins: [shell()],
  locale: query.get('locale') ?? 'en',
  theme: query.get('theme') === 'dark' ? 'dark' : 'light',
  prefetch: 'never',
})
document.querySelector('#opener')?.addEventListener('click', modal.open)

const test = { modal, shell, mayClose, isLong, views: { Home, Account, Form } }
declare global {
  interface Window {
    test: typeof test
  }
}
window.test = test

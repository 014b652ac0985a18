import { account } from '@wallet-modal/account'
import { balances } from '@wallet-modal/balances'
import { Tokens } from '@wallet-modal/balances/contract'
import { connect } from '@wallet-modal/connect'
import { AllWallets } from '@wallet-modal/connect/contract'
import { eip155 } from '@wallet-modal/eip155'
import { history } from '@wallet-modal/history'
import { Transactions } from '@wallet-modal/history/contract'
import { createWalletModal } from '@wallet-modal/kernel'
import { send } from '@wallet-modal/send'
import { WalletSendSelectToken } from '@wallet-modal/send/contract'
import { showPage, siteConfig } from '../site.js'

const modal = createWalletModal({
  ...siteConfig(),
  plugins: [eip155(), connect(), account(), balances(), history(), send()],
})
const views = { wallets: AllWallets, tokens: Tokens, activity: Transactions, choice: WalletSendSelectToken }

Object.assign(window, {
  show: (name: keyof typeof views) => void modal.open({ view: views[name] }),
  /** Reads all activity, however many pages it has. Answers with how many entries there are. */
  readAll: async () => {
    const activity = modal.use(history)
    while (activity && !activity.isWhole.peek()) await activity.loadMore()
    return activity?.entries.peek().length
  },
})
showPage(modal)

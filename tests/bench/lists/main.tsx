import { account } from '@wallet-modal/account'
import { balances } from '@wallet-modal/balances'
import { Tokens } from '@wallet-modal/balances/contract'
import { connect } from '@wallet-modal/connect'
import { AllWallets } from '@wallet-modal/connect/contract'
import { eip155 } from '@wallet-modal/eip155'
import { history } from '@wallet-modal/history'
import { Transactions } from '@wallet-modal/history/contract'
import { createWalletModal, type PlainView } from '@wallet-modal/kernel'
import { send } from '@wallet-modal/send'
import { WalletSendSelectToken } from '@wallet-modal/send/contract'
import { swap } from '@wallet-modal/swap'
import { Swap, SwapSelectToken } from '@wallet-modal/swap/contract'
import { showPage, siteConfig } from '../site.js'

const modal = createWalletModal({
  ...siteConfig(),
  plugins: [eip155(), connect(), account(), balances(), history(), send(), swap()],
})
const lists = { wallets: AllWallets, tokens: Tokens, activity: Transactions, choice: WalletSendSelectToken }
const views: Readonly<Record<keyof typeof lists, PlainView>> = lists
const coin = 'eip155:1/slip44:60'
const token = 'eip155:1/erc20:0x0000000000000000000000000000000000000001'

Object.assign(window, {
  show: (name: keyof typeof views) => void modal.open({ view: views[name] }),
  showSwapTokens: () => void modal.open({ view: SwapSelectToken, params: { side: 'receive' as const } }),
  showSwap: (amount: string) => void modal.open({ view: Swap, params: { fromToken: coin, toToken: token, amount } }),
  /** Loads all pages of activity and returns the number of entries. */
  readAll: async () => {
    const activity = modal.use(history)
    while (activity && !activity.isComplete.peek()) await activity.loadMore()
    return activity?.entries.peek().length
  },
})
showPage(modal)

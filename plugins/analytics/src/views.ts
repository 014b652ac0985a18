import type { Context } from '@wallet-modal/kernel'
import type { Report } from './report.js'

/** Event name by name of the opened view. */
export const viewEvents: Readonly<Record<string, string>> = {
  '@wallet-modal/connect#AllWallets': 'CLICK_ALL_WALLETS',
  '@wallet-modal/connect#WhatIsAWallet': 'CLICK_WALLET_HELP',
  '@wallet-modal/connect#GetWallet': 'CLICK_GET_WALLET_HELP',
  '@wallet-modal/account#Networks': 'CLICK_NETWORKS',
  '@wallet-modal/account#WhatIsANetwork': 'CLICK_NETWORK_HELP',
  '@wallet-modal/history#Transactions': 'CLICK_TRANSACTIONS',
  '@wallet-modal/send#WalletSend': 'OPEN_SEND',
  '@wallet-modal/swap#Swap': 'OPEN_SWAP',
  '@wallet-modal/swap#SwapSelectToken': 'CLICK_SELECT_TOKEN_TO_SWAP',
  '@wallet-modal/swap#SwapSelectNetwork': 'CLICK_SELECT_NETWORK_TO_SWAP',
  '@wallet-modal/onramp#OnRampProviders': 'SELECT_BUY_CRYPTO',
  '@wallet-modal/onramp#OnRampAmount': 'SELECT_BUY_PROVIDER',
  '@wallet-modal/onramp#WhatIsABuy': 'SELECT_WHAT_IS_A_BUY',
  '@wallet-modal/names#ChooseAccountName': 'OPEN_ENS_FLOW',
  '@wallet-modal/email-social#UpdateEmailWallet': 'EMAIL_EDIT',
}

/** Names of the current and of the previous view, such as `@wallet-modal/connect#Connect`. */
export interface Visit {
  current(): string | undefined
  previous(): string | undefined
}

/** Name of the view parameter that is reported as an event property, by name of the view. */
const reportedParams: Readonly<Record<string, string>> = { '@wallet-modal/onramp#OnRampAmount': 'provider' }

/** Reports each opened view once; going back sends no event. */
export function recordViews(ctx: Context, report: Report): Visit {
  let highestKey = 0
  let current: string | undefined
  let previous: string | undefined
  ctx.effect(() => {
    const route = ctx.router.current.value
    const name = route?.view.name
    if (name !== current) [previous, current] = [current, name]
    if (!route || !name || route.key <= highestKey) return
    highestKey = route.key
    const event = viewEvents[name]
    if (event === undefined) return
    const param = reportedParams[name]
    const value: unknown = param === undefined ? undefined : Reflect.get(Object(route.params), param)
    const properties = param !== undefined && typeof value === 'string' ? { [param]: value } : {}
    const isConvert = event === 'OPEN_SWAP' && previous === '@wallet-modal/account#Account'
    // not inside the effect: a listener could write a signal that the effect reads
    queueMicrotask(() => {
      if (isConvert) report('CLICK_CONVERT')
      report(event, properties)
    })
  })
  return { current: () => current, previous: () => previous }
}

import { hexToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { nameOf } from '../../social/socials.js'
import type { Login, LoginWithKey } from '../account/account.js'
import { drawValue } from '../approval/summary.js'
import { button, el } from '../element.js'
import type { Passkey } from '../gateway.js'
import type { FlowScreen } from '../settings/flow.js'
import { settingsText } from '../settings/settings-strings.js'
import { dashboardText } from './dashboard-strings.js'

export type WalletAction = 'devices' | 'passkeys' | 'addPasskey' | 'exportKey' | 'signOut'

export interface KeyState {
  /** `null` if this browser has no share of the key. */
  readonly loginWithKey: LoginWithKey | null
  readonly passkeys: readonly Passkey[]
  /** Whether this device can create passkeys. */
  readonly canAddPasskey: boolean
}

interface Overview extends KeyState {
  readonly login: Login
  readonly notice: string
}

/** Displays the wallet's owner, addresses and recovery methods. Resolves with the chosen action. */
export function chooseAction(screen: FlowScreen, overview: Overview): Promise<WalletAction> {
  const { account } = overview.login
  const { wallet, solana } = account
  return new Promise((resolve) => {
    const action = (name: WalletAction, label: string): HTMLElement => button(label, 'secondary', () => resolve(name))
    const status = el('p', { className: 'hint' }, overview.notice)
    status.setAttribute('role', 'status')
    const publicKey = solana?.publicKey ?? null
    const facts = [
      account.email === undefined
        ? fact(dashboardText('account'), [nameOf(account.socialProvider), account.userName].filter(Boolean).join(': '))
        : fact(dashboardText('email'), account.email),
      ...(wallet ? [fact(dashboardText('address'), wallet.address, 'address')] : []),
      ...(publicKey === null ? [] : [fact(dashboardText('solana'), base58.encode(hexToBytes(publicKey)), 'address')]),
    ]
    screen.draw([
      el(
        'section',
        {},
        el('h1', {}, dashboardText('title')),
        el('dl', {}, ...facts),
        ...(wallet ? recovery(overview) : [el('p', {}, dashboardText('noWallet'))]),
        action('devices', dashboardText('devices')),
        ...(wallet && overview.passkeys.length > 0 ? [action('passkeys', dashboardText('passkeyList'))] : []),
        ...(wallet && overview.canAddPasskey ? [action('addPasskey', dashboardText('addPasskey'))] : []),
        ...(wallet ? [action('exportKey', settingsText('export.title'))] : []),
        status,
      ),
      el('footer', {}, action('signOut', settingsText('devices.signOut'))),
    ])
  })
}

const fact = (label: string, value: string, format?: 'address'): HTMLElement =>
  el('div', { className: 'fact long' }, el('dt', {}, label), el('dd', {}, drawValue(value, format)))

function recovery({ loginWithKey, passkeys }: Overview): readonly HTMLElement[] {
  const count = new Intl.NumberFormat(document.documentElement.lang).format(passkeys.length)
  return [
    el('h2', {}, dashboardText('recovery')),
    el('p', {}, passkeys.length === 0 ? dashboardText('noPasskey') : dashboardText('passkeys', { count })),
    el('p', {}, dashboardText(loginWithKey ? 'hasShare' : 'noShare')),
  ]
}

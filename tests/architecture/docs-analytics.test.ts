import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Names of all events that analytics services for wallet modals know. */
const catalogue = `
  MODAL_CREATED MODAL_OPEN MODAL_CLOSE CLICK_ALL_WALLETS SELECT_WALLET CONNECT_SUCCESS CONNECT_ERROR USER_REJECTED DISCONNECT_SUCCESS
  DISCONNECT_ERROR INTERNAL_SDK_ERROR CLICK_WALLET_HELP CLICK_NETWORK_HELP CLICK_GET_WALLET_HELP CLICK_NETWORKS CLICK_TRANSACTIONS
  ERROR_FETCH_TRANSACTIONS LOAD_MORE_TRANSACTIONS CLICK_SIGN_SIWX_MESSAGE CLICK_CANCEL_SIWX SIWX_AUTH_SUCCESS SIWX_AUTH_ERROR
  EMAIL_LOGIN_SELECTED EMAIL_SUBMITTED DEVICE_REGISTERED_FOR_EMAIL EMAIL_VERIFICATION_CODE_SENT EMAIL_VERIFICATION_CODE_PASS EMAIL_EDIT
  EMAIL_UPGRADE_FROM_MODAL EMAIL_VERIFICATION_CODE_FAIL SWITCH_NETWORK CLICK_CONVERT CLICK_SELECT_TOKEN_TO_SWAP
  CLICK_SELECT_NETWORK_TO_SWAP SELECT_BUY_CRYPTO SELECT_WHAT_IS_A_BUY SELECT_BUY_PROVIDER SET_PREFERRED_ACCOUNT_TYPE OPEN_SWAP OPEN_SEND
  INITIATE_SWAP SWAP_SUCCESS SWAP_ERROR SWAP_APPROVAL_ERROR SOCIAL_LOGIN_STARTED SOCIAL_LOGIN_REQUEST_USER_DATA SOCIAL_LOGIN_CANCELED
  SOCIAL_LOGIN_SUCCESS SOCIAL_LOGIN_ERROR OPEN_ENS_FLOW REGISTER_NAME_INITIATED REGISTER_NAME_SUCCESS REGISTER_NAME_ERROR SEND_INITIATED
  SEND_SUCCESS SEND_ERROR SEND_REJECTED CONNECT_PROXY_ERROR SEARCH_WALLET INITIALIZE GET_WALLET WALLET_IMPRESSION_V2 PAY_MODAL_OPEN
  PAY_EXCHANGE_SELECTED PAY_INITIATED PAY_SUCCESS PAY_ERROR`
  .trim()
  .split(/\s+/)

function sourcesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|(^|\/)(server|strings)\//.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}
const code = readdirSync(join(root, 'plugins'))
  .flatMap((plugin) => sourcesUnder(join(root, 'plugins', plugin, 'src')))
  .join('\n')
const isSent = (event: string): boolean => code.includes(`'${event}'`)

const page = readFileSync(join(root, 'docs/analytics.md'), 'utf8')
const [sentPart = '', notSentPart = ''] = page.split('## Not sent')
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z][A-Z_0-9]+)`/g)].map(([, name = '']) => name),
  )

describe('the catalogue of events', () => {
  it('is sent by plugins, except for the events that the docs list as not sent', () => {
    const notSent = namesIn(notSentPart)
    expect(catalogue.filter((event) => !isSent(event))).toEqual(catalogue.filter((event) => notSent.includes(event)))
  })

  it('is in the docs, with each event once', () => {
    expect([...namesIn(sentPart), ...namesIn(notSentPart)].toSorted()).toEqual(catalogue.toSorted())
  })

  it('has a reason in the docs for each event that is not sent', () => {
    const rows = notSentPart.split('\n').filter((line) => line.startsWith('| `'))
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row.split('|')[2]?.trim().length).toBeGreaterThan(20)
  })
})

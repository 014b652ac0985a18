import { expect, it } from 'vitest'
import { MAX_PASSKEYS as frameLimit } from '../../plugins/email-social/src/frame/key/passkey.js'
import { parseRequest } from '../../plugins/email-social/src/frame-messages.js'
import { isEmail } from '../../plugins/email-social/src/is-email.js'
import { readMethods } from '../../plugins/email-social/src/providers/rpc-policy.js'
import { emailAddress } from '../../plugins/gateway/src/server/accounts/email-login.js'
import { MAX_PASSKEYS as gatewayLimit } from '../../plugins/gateway/src/server/accounts/passkeys.js'
import { chainMethods } from '../../plugins/gateway/src/server/accounts/rpc.js'

it('the gateway forwards the read methods that the frame of the embedded wallet does not answer itself', () => {
  const answeredByFrame = ['eth_accounts', 'eth_chainId', 'wallet_getCallsStatus', 'wallet_getCapabilities']
  const forwarded = [...readMethods].filter((method) => !answeredByFrame.includes(method))
  // the page must not broadcast, but the frame does
  expect([...chainMethods].sort()).toEqual([...forwarded, 'eth_sendRawTransaction'].sort())
})

it('the frame and the gateway have the same limit on passkeys', () => {
  expect(frameLimit).toBe(gatewayLimit)
})

const local = 'a'.repeat(64)
const label = 'b'.repeat(63)
it.each([
  ['ada@shop.example', true],
  ['Ada.Lovelace+shop@sub.shop.example', true],
  ["o'neill@shop.example", true],
  ['ada@xn--mnchen-3ya.example', true],
  ['ada@shop.xn--p1ai', true],
  ['a!#$%&*/=?^_`{|}~-b@shop.example', true],
  [`${local}@shop.example`, true],
  [`${local}@${label}.${label}.${'c'.repeat(61)}`, true],
  [`${local}@${label}.${label}.${'c'.repeat(62)}`, false],
  [`${local}a@shop.example`, false],
  [`ada@${label}b.example`, false],
  ['ada@localhost', false],
  ['ada@-shop.example', false],
  ['ada@shop..example', false],
  ['ada@münchen.example', false],
  ['ädä@shop.example', false],
  ['ada @shop.example', false],
  ['ada@shop.example, bob@shop.example', false],
  ['<ada@shop.example>', false],
  ['"ada"@shop.example', false],
  ['ada@shop@example', false],
  ['ada', false],
])('the page, the frame and the gateway agree whether %s is an email address', (email, isAccepted) => {
  const request = { type: '@w3m-app/CONNECT_EMAIL', id: 'a', payload: { email } }
  const isValid = Reflect.get(emailAddress['~standard'].validate(email), 'issues') === undefined
  expect([isEmail(email), parseRequest(request) !== undefined, isValid]).toEqual(Array(3).fill(isAccepted))
})

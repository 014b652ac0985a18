import { expect, it } from 'vitest'
import { MAX_PASSKEYS as frameLimit } from '../../plugins/email-social/src/frame/key/passkey.js'
import { readMethods } from '../../plugins/email-social/src/providers/rpc-policy.js'
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

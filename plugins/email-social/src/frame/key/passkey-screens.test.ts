import { expect, it } from 'vitest'
import { FrameError } from '../gateway.js'
import { PasskeyError } from './passkey.js'
import { passkeyErrorText } from './passkey-screens.js'

it('tells why the gateway refused a passkey', () => {
  const message = 'The account has ten passkeys. Remove one.'
  expect(passkeyErrorText(new FrameError('CONFLICT', message))).toBe(message)
  expect(passkeyErrorText(new PasskeyError('refused'))).toBe('The passkey was not confirmed. Try again.')
})

import { signal } from '@wallet-modal/kernel'
import { createFakeContext } from '@wallet-modal/kernel/testing'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { EmailBlockView } from './email-login-view.js'

/** HTML of the email field of the Connect view. */
const fieldWhile = (status: 'idle' | 'sending'): string => {
  const model = {
    ...{ step: signal({ status }), canConnect: signal(true) },
    ...{ start: async () => undefined, edit: () => undefined },
  }
  const props = { model, ctx: createFakeContext(), params: undefined, resolve: () => undefined }
  return renderToStaticMarkup(createElement(EmailBlockView, props))
}

it('the email field keeps the focus while the address is sent: it is read-only, not disabled', () => {
  expect(fieldWhile('sending')).toMatch(/<input[^>]* readOnly=""/i)
  expect(fieldWhile('sending')).not.toMatch(/<input[^>]* disabled/)
  expect(fieldWhile('idle')).not.toMatch(/<input[^>]* (?:readOnly|disabled)/i)
})

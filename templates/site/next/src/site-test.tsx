import { readInitialState } from '@wallet-modal/kernel/cookie'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Site } from './Site'

vi.mock('./wallet-modal.config', () => import('./fake-modal'))

const account = {
  namespace: 'fake',
  address: 'fake-1',
  type: 'eoa',
  caipNetworkId: 'fake:1',
  connectorId: 'fake-wallet',
  connectorName: 'fake wallet',
}
const draw = (cookie: string | null) => renderToString(<Site state={readInitialState(cookie)} />)

it('renders on the server the account in the cookie', () => {
  const page = draw(`wallet-modal.default=${encodeURIComponent(JSON.stringify([account]))}`)
  expect(page).toContain('data-address="fake-1"')
  expect(page).toContain('fake wallet')
  expect(page).not.toContain('Connect wallet')
})

it.each([null, 'wallet-modal.default=nonsense'])('offers to connect if the cookie is %s', (cookie) => {
  const page = draw(cookie)
  expect(page).toContain('Connect wallet')
  expect(page).not.toContain('data-address')
})

export { createFakeApi, type FakeApi, type FakeReply, type FakeRequest } from './fake-api.js'
export { createFakeDriver, createFakeNamespace, type FakeNamespace } from './fake-namespace.js'
export { type FakeBehaviour, type FakeProvider, FakeRejection, FakeWallet } from './fake-wallet.js'
export { type RenderedModal, renderModal, waitUntil } from './render-modal.js'

export { type ConformanceCheck, type ConformanceOptions, conformance } from './conformance.js'
export { createFakeApi, type FakeApi, type FakeReply, type FakeRequest } from './fake-api.js'
export { createFakeConnection, type FakeConnection, type FakeConnectionChanges } from './fake-connection.js'
export {
  createFakeContext,
  createFakeRpc,
  createFakeService,
  type FakeContextChanges,
  type FakeRpcRequest,
  type FakeServiceRequest,
} from './fake-context.js'
export {
  createFakeDriver,
  createFakeNamespace,
  createFakeNetwork,
  createFakeTransactionDriver,
  type FakeNamespace,
} from './fake-namespace.js'
export { type FakeBehaviour, type FakeProvider, FakeRejection, FakeWallet } from './fake-wallet.js'
export { inlineUi } from './inline-ui.js'
export type { PluginPackage } from './manifest.js'
export { type RenderedModal, renderModal, waitUntil } from './render-modal.js'
export type { AxeRunner } from './view-checks.js'

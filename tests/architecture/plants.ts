/** File that rules.test.ts adds to a copy of the repository. It breaks one dependency rule, or none. */
export interface PlantedFile {
  readonly file: string
  readonly code: string
}

/** Files that violate the rules of `.dependency-cruiser.mjs`, by the rule's name. */
export const violations: Readonly<Record<string, readonly PlantedFile[]>> = {
  'kernel-imports-no-feature': [
    { file: 'kernel/src/planted-plugin.ts', code: "import '@wallet-modal/connect/contract'" },
    {
      file: 'kernel/src/planted-cli.ts',
      code: "import type { x } from '../../cli/src/bin.js'\nexport type Y = typeof x",
    },
  ],
  'kernel-imports-no-sdk': [
    { file: 'kernel/src/planted-sdk.ts', code: "export const load = () => import('viem')" },
    { file: 'kernel/src/domain/planted-sdk-type.ts', code: "import type { Hex } from 'viem'\nexport type Bytes = Hex" },
  ],
  'plugin-uses-kernel-entries': [
    { file: 'kernel/src/private.ts', code: 'export const hidden = 1' },
    { file: 'plugins/connect/src/planted-private.ts', code: "import '../../../kernel/src/private.js'" },
    { file: 'plugins/connect/src/planted-private.test.ts', code: "import '../../../kernel/src/private.js'" },
  ],
  'plugin-ships-no-fakes': [
    { file: 'plugins/connect/src/planted-fake.ts', code: "import '@wallet-modal/kernel/testing'" },
  ],
  'plugin-uses-contract-of-plugin': [
    { file: 'plugins/connect/src/planted-plugin.ts', code: "import '@wallet-modal/account'" },
    { file: 'plugins/connect/src/planted-file.ts', code: "import '../../account/src/index.js'" },
  ],
  'plugin-imports-no-cli': [{ file: 'plugins/connect/src/planted-cli.ts', code: "import '../../../cli/src/bin.js'" }],
  'contract-is-leaf': [
    { file: 'plugins/planted/src/contract.ts', code: "import './model.js'" },
    { file: 'plugins/planted/src/model.ts', code: 'export const model = 1' },
  ],
  'view-is-lazy': [
    { file: 'plugins/connect/src/views/planted-view.tsx', code: 'export default () => null' },
    { file: 'plugins/connect/src/planted-view.ts', code: "import './views/planted-view.js'" },
  ],
  'ui-half-is-lazy': [{ file: 'plugins/connect/src/planted-ui-half.ts', code: "import './ui.js'" }],
  'kernel-starts-without-react': [
    { file: 'kernel/src/planted-react.ts', code: "import 'react-dom/client'" },
    { file: 'kernel/src/ui/Planted.tsx', code: 'export const Planted = () => null' },
    { file: 'kernel/src/elements/planted-ui.ts', code: "import '../ui/Planted.js'" },
  ],
  'vue-in-its-entry': [
    { file: 'kernel/src/planted-vue.ts', code: "import { ref } from 'vue'\nexport const x = ref" },
    { file: 'plugins/connect/src/planted-vue-type.ts', code: "import type { Ref } from 'vue'\nexport type X = Ref" },
  ],
  'component-is-lazy': [
    { file: 'plugins/connect/src/planted.tsx', code: 'export const Planted = () => null' },
    { file: 'plugins/connect/src/planted-component.ts', code: "import './planted.js'" },
  ],
  'sdk-is-lazy': [
    { file: 'plugins/planted-sdk/src/index.ts', code: "import 'viem/utils'" },
    { file: 'plugins/planted-sdk/src/model.ts', code: "export { parseUnits } from 'viem'" },
    { file: 'cli/src/planted-sdk.ts', code: "import 'viem'" },
  ],
  'model-without-react': [
    {
      file: 'plugins/connect/src/planted-react.ts',
      code: "import { useState } from 'react'\nexport const x = useState",
    },
    { file: 'plugins/connect/src/planted-ui.ts', code: "export const load = () => import('@wallet-modal/kernel/ui')" },
  ],
  'view-without-sdk': [
    { file: 'plugins/eip155/src/views/planted-sdk-view.tsx', code: "export default () => void import('viem')" },
  ],
  'cli-imports-no-runtime': [
    { file: 'cli/src/planted-kernel.ts', code: "import '@wallet-modal/kernel'" },
    { file: 'cli/src/planted-plugin.ts', code: "export const load = () => import('@wallet-modal/connect')" },
  ],
  'page-code-without-node': [
    { file: 'kernel/src/planted-node.ts', code: "import 'node:fs'" },
    { file: 'plugins/connect/src/planted-node.ts', code: "export const load = () => import('node:path')" },
  ],
  'server-uses-gateway': [
    { file: 'plugins/sandbox/src/server/planted-plugin.ts', code: "import '@wallet-modal/eip155'" },
  ],
  'server-stays-out-of-pages': [
    { file: 'plugins/sandbox/src/server/planted.ts', code: 'export const server = 1' },
    { file: 'plugins/sandbox/src/planted-server.ts', code: "export const load = () => import('./server/planted.js')" },
    { file: 'plugins/sandbox/src/planted-testing.ts', code: "import './testing/modal.js'" },
  ],
  'entries-only': [
    { file: 'plugins/connect/src/planted-dist.ts', code: "import '@wallet-modal/kernel/dist/index.js'" },
    { file: 'plugins/connect/src/planted-nothing.ts', code: "import './nothing-is-here.js'" },
  ],
  'no-cycles': [
    { file: 'kernel/src/planted-one.ts', code: "import { two } from './planted-two.js'\nexport const one = () => two" },
    { file: 'kernel/src/planted-two.ts', code: "import { one } from './planted-one.js'\nexport const two = () => one" },
    {
      file: 'kernel/src/planted-type-one.ts',
      code: "import { three } from './planted-type-two.js'\nexport type One = 1\nexport const two = () => three",
    },
    {
      file: 'kernel/src/planted-type-two.ts',
      code: "import type { One } from './planted-type-one.js'\nexport const three: One = 1",
    },
  ],
}

/** Planted files that other planted files import. They break no rule themselves. */
export const imported: readonly string[] = [
  'kernel/src/private.ts',
  'kernel/src/planted-two.ts',
  'kernel/src/planted-type-two.ts',
  'kernel/src/ui/Planted.tsx',
  'plugins/planted/src/model.ts',
  'plugins/connect/src/views/planted-view.tsx',
  'plugins/connect/src/planted.tsx',
  'plugins/sandbox/src/server/planted.ts',
]

/** Files that break no rule, although they are similar to forbidden ones. */
export const innocent: readonly PlantedFile[] = [
  {
    file: 'plugins/eip155/src/innocent-model.ts',
    code: `import { signal } from '@wallet-modal/kernel'
import type { ComponentType } from 'react'
import type { Hex } from 'viem'
import '@wallet-modal/connect/contract'
export const view: () => Promise<{ default: ComponentType }> = () => import('./views/innocent-view.js')
export const encode = async (): Promise<Hex> => (await import('viem')).toHex(1)
export const state = signal(0)`,
  },
  {
    file: 'plugins/eip155/src/innocent-circle.ts',
    code: "export type Circle = 1\nexport const load = () => import('./innocent-lazy.js')",
  },
  {
    file: 'plugins/eip155/src/innocent-lazy.ts',
    code: "import { getAddress } from 'viem/utils'\nimport type { Circle } from './innocent-circle.js'\nexport const circle = (n: Circle) => [n, getAddress]",
  },
  {
    file: 'plugins/eip155/src/views/innocent-view.tsx',
    code: "import { useState } from 'react'\nimport '@wallet-modal/kernel/ui'\nexport default () => String(useState(0)[0])",
  },
  {
    file: 'plugins/eip155/src/innocent.test.ts',
    code: "import 'node:fs'\nimport 'viem'\nimport './views/innocent-view.js'\nimport '@wallet-modal/kernel/testing'",
  },
  { file: 'plugins/sandbox/src/server/innocent.ts', code: "import 'node:http'\nimport 'viem'" },
  { file: 'cli/src/innocent.ts', code: "import 'node:fs'\nimport 'commander'" },
]

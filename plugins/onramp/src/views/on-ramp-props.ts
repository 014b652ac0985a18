import type { ViewProps } from '@wallet-modal/kernel'
import type { OnRampModel } from '../model.js'

/** Props of the components that a view of this plugin consists of. */
export type OnRampProps = Pick<ViewProps<unknown, void, OnRampModel>, 'model' | 'ctx'>

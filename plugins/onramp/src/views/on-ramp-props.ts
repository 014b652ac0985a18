import type { ViewProps } from '@wallet-modal/kernel'
import type { OnRampModel } from '../model.js'

/** Props of the components inside this plugin's views. */
export type OnRampProps = Pick<ViewProps<unknown, void, OnRampModel>, 'model' | 'ctx'>

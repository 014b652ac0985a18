import type { ViewProps } from '@wallet-modal/kernel'
import type { SwapModel } from '../model.js'

/** Props of the sections of the form. */
export type FormProps = Pick<ViewProps<unknown, void, SwapModel>, 'model' | 'ctx'>

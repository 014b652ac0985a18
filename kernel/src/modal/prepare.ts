import { fail, messageOf } from '../errors/errors.js'
import { kernelCopy, type PluginInstance } from '../plugins/plugin.js'
import { parse } from '../plugins/schema.js'

/** Package name of the kernel. Reserved: no plugin may have this name, or define tokens whose names begin with it. */
export const RESERVED_NAME = '@wallet-modal/kernel'

/**
 * Parses the options of a plugin. Throws `INVALID_OPTIONS`, and `DUPLICATE_KERNEL` if another copy of the kernel defined the plugin. Runs in
 * production, too.
 */
export function preparePlugin(instance: PluginInstance): PluginInstance {
  const { plugin, options } = instance
  const { options: schema, name } = plugin.spec
  if (plugin.kernelCopy !== kernelCopy) {
    fail(
      'DUPLICATE_KERNEL',
      `"${name}" is from another copy of the kernel.${process.env.NODE_ENV === 'production' ? '' : ` Make ${RESERVED_NAME} its peer dependency, or run npm dedupe.`}`,
      { plugin: name },
    )
  }
  try {
    return schema ? { plugin, options: parse(schema, options, `Options of "${name}"`) } : instance
  } catch (error) {
    return fail('INVALID_OPTIONS', messageOf(error), { plugin: name, cause: error })
  }
}

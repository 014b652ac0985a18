import { CliError } from '../../errors.js'
import { suggest } from '../arguments/similar-names.js'
import { optionNames } from './options-schema.js'
import type { PluginManifest, PluginPackage } from './plugin-manifest.js'

/** Names of the options that wallet-modal.json can contain. A plugin may list an option by mistake in `codeOptions` and in the schema. */
export const settableOptions = ({ options, codeOptions }: Pick<PluginManifest, 'options' | 'codeOptions'>) =>
  optionNames(options).filter((name) => !codeOptions.some((option) => option.name === name))

/** Throws `INVALID_OPTION` if the plugin has no option with this name, or if the option can only be set in code. */
export function checkOptionName({ name, manifest }: Pick<PluginPackage, 'name' | 'manifest'>, key: string): void {
  const { options, codeOptions } = manifest
  if (codeOptions.some((option) => option.name === key)) {
    throw new CliError('INVALID_OPTION', `The option "${key}" of "${name}" must be set in code.`, {
      advice: 'Set it in the config file, wallet-modal.config.ts or wallet-modal.config.js.',
    })
  }
  const known = settableOptions({ options, codeOptions })
  if (known.includes(key)) return
  if (options.additionalProperties !== false && /^[A-Za-z_$][\w$]*$/.test(key)) return
  throw new CliError('INVALID_OPTION', `"${name}" has no option "${key}".`, {
    advice: known.length > 0 ? suggest(key, known, 'Options') : 'It has no options.',
  })
}

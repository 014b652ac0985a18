// Parts that the modal does not open with. Some bundlers load all of an entry with its first user, so these have one of their own.
// biome-ignore lint/performance/noBarrelFile: an entry of the package
export { Address, type AddressProps } from './Address.js'
export { Amount, type AmountProps } from './Amount.js'
export { Avatar, type AvatarProps } from './Avatar.js'
export { CopyButton, type CopyButtonProps } from './CopyButton.js'
export { Fiat, type FiatProps } from './Fiat.js'
export { Input, type InputProps } from './Input.js'
export { Payload } from './Payload.js'
export { Picture, type PictureProps, Pictures, type PicturesProps } from './Picture.js'
export { QrCode, type QrCodeProps } from './QrCode.js'
export { Section, type SectionProps } from './Section.js'
export { Tabs, type TabsProps } from './Tabs.js'
export { Tile, type TileProps, Tiles, type TilesProps } from './Tile.js'

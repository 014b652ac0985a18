/** Families of schemes of operating systems, browsers and editors. */
const families =
  /^(x-.*|ms-.*|microsoft-.*|apple-.*|com\.(apple|microsoft|google\.chrome|android)\b.*|itms[-a-z]*|googlechrome[-.a-z]*|chrome([-.].*)?|moz(-.*|illa)?|firefox([-.].*)?|edge([-.].*)?|opera([-.].*)?|brave([-.].*)?|safari([-.].*)?|arc([-.].*)?|vscode.*|vscodium|jetbrains.*|web\+.*|git([-+].*)?|svn([-+].*)?|bzr\+.*|hg\+.*|view-source|ssh.*|coap.*|iris.*|soap\.beeps?|z39\.50.*|.*script)$/

/** Schemes that operating systems and widespread software register: networks and files, calls and mail, settings, stores, consoles, editors. */
const names = new Set(
  `about aim acrobat admin adobe afp afs alacritty anki anydesk apt app-prefs app-settings appstore appstream archive atom attachment bash battlenet
   bitbucket bitwarden blob box burn calculator calendar calshow callto cap cast cdda cid cifs citrix citrixng cmd coap content creativecloud
   cursor cursor-nightly data dav davs dbus dict discord dns docker docker-desktop dropbox emacs eadm ed2k evernote facetime facetime-audio
   facetime-prompt fb feed figma file filesystem finger fish flatpak ftp ftps gemini ghelp ghostty github-desktop github-mac github-windows
   goland google-drive gopher gphoto2 gpg h323 hcap hcp help hotkey http hyper iax ibooks idea im imap info insomnia intent android-app
   android-settings ipfs ipns ipp ipps irc irc6 ircs iterm iterm2 jabber jar jms keepass keybase kitty kiro konsole lastfm ldap ldapi ldaps line
   linkedin lync lync15 magnet mail mailserver mailto man map maps market matrix message messages mhtml mid mk mms mongodb mosh mqtt mqtts ms
   msnim msteams mtp mumble mysql network news nfs nix nntp notes notion nxm obex obsidian odopen onedrive onenote onenote-cmd onepassword
   openpgp4fpr openvpn org-protocol origin origin2 otpauth otpauth-migration outlook parallels payto perforce photos phpstorm pkcs11
   podcast podcasts pop postgres postgresql postman powershell prefs proxy putty pycharm radar raycast rdp redis res resource rider rlogin roblox
   roblox-player rsync rtmp rtmps rtp rtsp rtspu rubymine rustdesk search search-ms sftp sgn shell shelter shortcuts sip sips skype slack smb smp
   sms smsto smtp snap snews sourcetree spotify sqlite steam stun stuns subl sublime svn systempreferences system-preferences tabby tag tailscale
   teams teamspeak teamviewer teamviewer8 tel telegram telnet terminal textmate tftp tg threema tn3270 trae trash ts3server turn turns txmt
   uplay urn viber videos vim mvim virtualbox vlc vmrc vmware vnc vsls webcal webcals webex webstorm wezterm whatsapp wifi windows windowsdefender
   windsurf winrm wireguard ws wss wsl xcode xdg-open xmpp ymsgr yelp zed zoommtg zoomus zoomphonecall`
    .split(/\s+/)
    .filter(Boolean),
)

/** Whether a scheme, without its colon, belongs to an operating system, a browser or another program that is not a wallet. */
export const isForeignScheme = (scheme: string): boolean => families.test(scheme) || names.has(scheme)

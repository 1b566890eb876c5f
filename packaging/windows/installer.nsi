; Installs Quincunx for the current user: the programs, a shortcut, an *Open with* entry for .ron files, and an uninstaller.
; No administrator is needed. packaging/windows/installer passes VERSION, PROGRAMS, LICENCES and OUTPUT.

; The program runs on 64-bit Windows only, so the installer does, too.
Target amd64-unicode
ManifestDPIAware true
ManifestLongPathAware true
SetCompressor /SOLID lzma
RequestExecutionLevel user

!include "MUI2.nsh"

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Quincunx"
!define TYPE "Quincunx.puzzle"

Name "Quincunx"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Quincunx"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
BrandingText "Quincunx ${VERSION}"

VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Quincunx"
VIAddVersionKey "FileDescription" "Installs Quincunx"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "The Quincunx developers. MIT or Apache 2.0"

!define MUI_ICON "quincunx.ico"
!define MUI_UNICON "quincunx.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\Quincunx Window.exe"
!insertmacro MUI_PAGE_LICENSE "${LICENCES}/LICENSE-MIT"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Section "Install"
    SetOutPath "$INSTDIR"
    File "${PROGRAMS}/quincunx.exe"
    File "${PROGRAMS}/Quincunx Window.exe"
    File "${LICENCES}/LICENSE-MIT"
    File "${LICENCES}/LICENSE-APACHE"
    File "${LICENCES}/OFL.txt"
    File "${LICENCES}/third-party-licences.txt"
    WriteUninstaller "$INSTDIR\uninstall.exe"

    CreateShortcut "$SMPROGRAMS\Quincunx.lnk" "$INSTDIR\Quincunx Window.exe"

    ; Windows knows types by the last ending only, and .ron belongs to other programs too: so Quincunx is offered, not set.
    WriteRegStr HKCU "Software\Classes\${TYPE}" "" "Quincunx puzzle"
    WriteRegStr HKCU "Software\Classes\${TYPE}\DefaultIcon" "" '"$INSTDIR\quincunx.exe",0'
    WriteRegStr HKCU "Software\Classes\${TYPE}\shell\open\command" "" '"$INSTDIR\Quincunx Window.exe" "%1"'
    WriteRegNone HKCU "Software\Classes\.ron\OpenWithProgids" "${TYPE}"
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'

    WriteRegStr HKCU "${KEY}" "DisplayName" "Quincunx"
    WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\quincunx.exe"
    WriteRegStr HKCU "${KEY}" "Publisher" "The Quincunx developers"
    WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegDWORD HKCU "${KEY}" "NoModify" 1
    WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

Section "Uninstall"
    Delete "$INSTDIR\quincunx.exe"
    Delete "$INSTDIR\Quincunx Window.exe"
    Delete "$INSTDIR\LICENSE-MIT"
    Delete "$INSTDIR\LICENSE-APACHE"
    Delete "$INSTDIR\OFL.txt"
    Delete "$INSTDIR\third-party-licences.txt"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Quincunx.lnk"
    DeleteRegValue HKCU "Software\Classes\.ron\OpenWithProgids" "${TYPE}"
    DeleteRegKey HKCU "Software\Classes\${TYPE}"
    DeleteRegKey HKCU "${KEY}"
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

/* A stand-in for bcryptprimitives.dll, which Wine 8 lacks. For packaging/windows/try only: it isn't packaged. */
#include <windows.h>

/* Fills memory with random bytes; advapi32 exports it by this name. */
BOOLEAN WINAPI SystemFunction036(PVOID memory, ULONG size);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE memory, SIZE_T size)
{
    return SystemFunction036(memory, (ULONG)size);
}

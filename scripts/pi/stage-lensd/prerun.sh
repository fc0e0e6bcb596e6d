#!/bin/bash -e
# Begins with the root of the stage before.
if [ ! -d "${ROOTFS_DIR}" ]; then copy_previous; fi

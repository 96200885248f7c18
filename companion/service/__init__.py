"""What keeps running beside the pages: recognition, the enrolled sets, the camera."""

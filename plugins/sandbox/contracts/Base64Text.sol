// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Base64 with padding (RFC 4648) and decimal numbers as text.
library Base64Text {
    bytes private constant ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    function encode(bytes memory data) internal pure returns (string memory) {
        bytes memory alphabet = ALPHABET;
        bytes memory text = new bytes(((data.length + 2) / 3) * 4);
        for (uint256 i = 0; i < data.length; i += 3) {
            uint256 left = data.length - i;
            uint256 bits = uint256(uint8(data[i])) << 16;
            if (left > 1) bits |= uint256(uint8(data[i + 1])) << 8;
            if (left > 2) bits |= uint256(uint8(data[i + 2]));
            uint256 offset = (i / 3) * 4;
            text[offset] = alphabet[bits >> 18];
            text[offset + 1] = alphabet[(bits >> 12) & 63];
            text[offset + 2] = left > 1 ? alphabet[(bits >> 6) & 63] : bytes1("=");
            text[offset + 3] = left > 2 ? alphabet[bits & 63] : bytes1("=");
        }
        return string(text);
    }

    function digits(uint256 value) internal pure returns (string memory) {
        if (value == 0) return "0";
        uint256 length;
        for (uint256 rest = value; rest > 0; rest /= 10) length++;
        bytes memory text = new bytes(length);
        for (uint256 rest = value; rest > 0; rest /= 10) text[--length] = bytes1(uint8(48 + (rest % 10)));
        return string(text);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Wrapped native coin (ERC-20): one base unit is backed by one wei.
contract WrappedCoin {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    string public constant name = "Wrapped Sandbox Ether";
    string public constant symbol = "WETH";
    uint8 public constant decimals = 18;
    mapping(address account => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    function totalSupply() external view returns (uint256) {
        return address(this).balance;
    }

    function depositTo(address to) external payable {
        balanceOf[to] += msg.value;
        emit Transfer(address(0), to, msg.value);
    }

    function withdrawTo(address payable to, uint256 value) external {
        require(balanceOf[msg.sender] >= value, "balance is too small");
        balanceOf[msg.sender] -= value;
        emit Transfer(msg.sender, address(0), value);
        (bool paid,) = to.call{value: value}("");
        require(paid, "the coins were not taken");
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        require(allowance[from][msg.sender] >= value, "allowance is too small");
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        require(balanceOf[from] >= value, "balance is too small");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
